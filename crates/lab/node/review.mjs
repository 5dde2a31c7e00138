// Opens review pages in a real browser: light, dark and narrow; console, accessibility, keyboard, first paint.
// node review.mjs BROWSER OUT PAGE.html...   prints one line of JSON a page.
import { chromium } from "playwright-core";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";

const [executablePath, out, ...pages] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"] });
// All rules of axe in light; in the others those that colours or the width can break.
const looks = [
  { name: "light", colorScheme: "light", viewport: { width: 1280, height: 900 } },
  { name: "dark", colorScheme: "dark", viewport: { width: 1280, height: 900 }, rules: ["color-contrast"] },
  { name: "narrow", colorScheme: "light", viewport: { width: 390, height: 800 }, rules: ["scrollable-region-focusable", "target-size"] },
];

for (const file of pages) {
  const result = { page: basename(file), errors: [], serious: [], paint_ms: 0, rows: 0, reached: 0 };
  for (const { name, rules, ...look } of looks) {
    // The policy of the page allows no script but its own; axe is one of the test's.
    const context = await browser.newContext({ ...look, bypassCSP: true });
    const page = await context.newPage();
    page.on("console", (m) => m.type() === "error" && result.errors.push(`${name}: ${m.text()}`));
    page.on("pageerror", (e) => result.errors.push(`${name}: ${e.message}`));
    await page.goto(pathToFileURL(file).href);
    const paint = await page
      .waitForFunction(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime, null, { timeout: 30000 })
      .then((handle) => handle.jsonValue());
    if (name === "light") {
      result.paint_ms = Math.round(paint);
      Object.assign(result, await keyboard(page));
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (wide > 1) result.errors.push(`${name}: the page is ${wide} pixels too wide`);
    await page.evaluate(axe);
    const options = { resultTypes: ["violations"], ...(rules && { runOnly: rules }) };
    // Files and rows repeat each other: of a page with very many the first are looked at, since axe asks each element many questions.
    const found = await page.evaluate((options) => {
      const isLong = document.querySelectorAll("*").length > 20000;
      const first = () => [...document.querySelectorAll("header, .file:nth-of-type(-n+12), .row:nth-of-type(-n+60), #help")];
      return window.axe.run(isLong ? { include: first() } : document, options);
    }, options);
    for (const one of found.violations) {
      if (one.impact === "serious" || one.impact === "critical") {
        result.serious.push(`${name}: ${one.id} at ${one.nodes[0].target.join(" ")}`);
      }
    }
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.screenshot({ path: join(out, `${basename(file, ".html")}-${name}.png`) });
    await context.close();
  }
  console.log(JSON.stringify(result));
}
await browser.close();

// Goes through the page with j alone; every row of a refactoring must get the focus once. The first presses are of the real
// keyboard; the others are sent to the page, since each real one is three messages to the browser.
async function keyboard(page) {
  const rows = await page.locator(".row").count();
  const stops = await page.locator(".file h3, .row summary").count();
  const reached = new Set();
  const real = Math.min(stops + 1, 20);
  for (let i = 0; i < real; i++) {
    await page.keyboard.press("j");
    const id = await page.evaluate(() => document.activeElement?.closest(".row")?.id);
    if (id) reached.add(id);
  }
  const others = await page.evaluate((count) => {
    const ids = [];
    for (let i = 0; i < count; i++) {
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
      ids.push(document.activeElement.closest(".row")?.id);
    }
    return ids;
  }, stops + 1 - real);
  others.filter(Boolean).forEach((id) => reached.add(id));
  return { rows, reached: reached.size };
}
