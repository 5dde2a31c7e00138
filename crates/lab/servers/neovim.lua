-- Drives `reweave lsp` with the client of Neovim: open, an unsaved edit, rename, code action, resolve, undo, a class and its file.
--
-- Writes one line a step to OUT: what was done and what the buffers hold then. Run by `cargo xtask servers neovim`.

local root, reweave, out = vim.env.ROOT, vim.env.REWEAVE, vim.env.OUT
local lines = {}

local function note(step, value)
  table.insert(lines, (vim.json.encode({ step, value }):gsub(vim.pesc(root), 'ROOT')))
end

local function text(buffer)
  return table.concat(vim.api.nvim_buf_get_lines(buffer or 0, 0, -1, false), '\n')
end

-- What every buffer of the program holds, by its path.
local function texts()
  local all = {}
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    local name = vim.api.nvim_buf_get_name(buffer)
    if vim.startswith(name, root) and vim.api.nvim_buf_is_loaded(buffer) then
      table.insert(all, { name:sub(#root + 2), text(buffer) })
    end
  end
  table.sort(all, function(a, b) return a[1] < b[1] end)
  return all
end

local client

local function open(path, language)
  vim.cmd('edit ' .. root .. '/' .. path)
  vim.bo.filetype = language
  client = client or vim.lsp.start_client({ name = 'reweave', cmd = { reweave, 'lsp' }, root_dir = root })
  vim.lsp.buf_attach_client(0, client)
  assert(vim.wait(60000, function() return vim.lsp.get_client_by_id(client).initialized end), 'it does not start')
end

local function wait_for(what, piece)
  assert(vim.wait(60000, function() return text():find(piece, 1, true) ~= nil end), what .. ' never came')
end

local function run()
  open('main.bc', 'bc')
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'z = sq(4)' })
  vim.api.nvim_win_set_cursor(0, { 1, 4 })
  vim.lsp.buf.rename('square')
  wait_for('the rename', 'square')
  note('rename, over a text that is not saved', texts())

  local offered
  vim.ui.select = function(items, options, choose)
    offered = {}
    for _, item in ipairs(items) do
      local action = item.action or item[2]
      table.insert(offered, { action.title, action.kind, action.disabled and action.disabled.reason or vim.NIL })
      if action.title == 'Extract local variable' then
        choose(item)
      end
    end
  end
  -- What is done from here on is taken back alone.
  vim.bo.undolevels = vim.bo.undolevels
  local context = { diagnostics = {}, triggerKind = 1 }
  if vim.lsp.buf.range_code_action then
    vim.lsp.buf.range_code_action(context, { 2, 8 }, { 2, 14 })
  else
    vim.lsp.buf.code_action({ context = context, range = { start = { 2, 8 }, ['end'] = { 2, 14 } } })
  end
  wait_for('the action', 'extracted')
  note('actions', offered)
  note('extract local variable', text())
  vim.cmd('undo')
  note('undo', text())

  open('shop/Item.java', 'java')
  vim.api.nvim_win_set_cursor(0, { 3, 14 })
  vim.lsp.buf.rename('Article')
  assert(vim.wait(60000, function() return vim.loop.fs_stat(root .. '/shop/Article.java') ~= nil end), 'no file moved')
  note('rename of a class', { text(), vim.loop.fs_stat(root .. '/shop/Item.java') == nil })

  vim.cmd('edit ' .. root .. '/main.bc')
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  local params = vim.lsp.util.make_position_params()
  params.newName = 'y'
  local answer = vim.lsp.buf_request_sync(0, 'textDocument/rename', params, 60000)
  note('refused', answer[client].error.message)
end

local ended, why = pcall(run)
if not ended then
  note('failed', tostring(why))
end
vim.fn.writefile(lines, out)
vim.cmd('qa!')
