'use strict';
var helpers = require('./helpers');

const easing = {
  linear: function (t) { return t; },
  effects: [1, 2, ...helpers.more],
};

class Scale extends Element {
  #ticks = [];
  static count = 0;
  constructor(config, { min = 0, max } = {}) {
    super();
    this.config = config;
    const me = this;
    helpers.each(config.items, function (item, i) {
      if (item.shown && !item.hidden) { me.draw(item, i); } else { me.skip?.(item); }
    });
  }
  async draw(item, ...rest) {
    for (const [key, value] of Object.entries(item)) { await value(key, `at ${rest[0]}`); }
    for (let i = 0; i < 10; i++) { switch (i) { case 1: continue; default: break; } }
    try { return item ? rest.map(x => x * 2) : null; } catch (e) { throw new Error(e); } finally { this.done(); }
  }
  get size() { return this.#ticks.length; }
}

module.exports = function (Chart) {
  Chart.Scale = Scale;
  helpers.lineTo = function (a, b) { function inner() { return a; } return inner() + b; };
};
