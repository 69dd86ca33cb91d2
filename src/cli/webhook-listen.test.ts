import { expect, it } from 'vitest'
import { captureTerminal } from '../../test/support/capture-terminal.ts'
import { runCommand } from '../../test/support/run-command.ts'
import { startTool } from '../../test/support/start-tool.ts'
import { tempDirectory } from '../../test/support/temp-directory.ts'
import { run } from './run.ts'

const PAYMENTS = new URL('../../examples/payments.yaml', import.meta.url).pathname

it('gets the events of a sandbox while it listens, verifies them, answers as told, and leaves no sink behind', async () => {
  using temp = tempDirectory()
  await runCommand(temp.path, ['sandbox', 'add', 'pay', '--spec', PAYMENTS, '--seed', '5eed', '--credential', 'sk_1'])
  const tool = await startTool({ cwd: temp.path })
  try {
    const terminal = captureTerminal({ cwd: temp.path })
    const ended = run(['webhook', 'listen', 'pay', '--port', '0', '--status', '202'], terminal)
    const sinks = async () => (await runCommand(temp.path, ['webhook', 'sink', 'list', 'pay'])).stdout
    await expect.poll(sinks, { timeout: 20_000 }).toContain('http://127.0.0.1:')
    await runCommand(temp.path, ['webhook', 'emit', 'pay', 'payout.arrived', '--data', '{"amount":7}'])
    await terminal.until(/amount": 7/)
    expect(terminal.stdout).toContain('POST / → 202, verified')
    terminal.interrupt()
    expect(await ended).toBe(0)
    expect(await sinks()).toContain('has no sinks')
  } finally {
    await tool.stop()
  }
})

it('refuses a time, a status, a port and a key that are none', async () => {
  using temp = tempDirectory()
  for (const words of [
    ['--delay', '3'],
    ['--status', '99'],
    ['--port', '70000'],
    ['--preset', 'sendgrid', '--secret', 'x'],
    ['--preset', 'standard-webhooks', '--secret', 'whsec_!!'],
  ])
    expect(await runCommand(temp.path, ['webhook', 'listen', ...words])).toMatchObject({ exit: 2 })
})

it('goes on whatever anybody sends it, shows little of what is long, and says what it dropped', async () => {
  using temp = tempDirectory()
  const terminal = captureTerminal({ cwd: temp.path })
  const ended = run(['webhook', 'listen', '--port', '0'], terminal)
  await expect.poll(() => terminal.stderr, { timeout: 20_000 }).toContain('listening')
  const [, url = ''] = /(http:\S+)/.exec(terminal.stderr) ?? []
  const send = async (body: string) => (await fetch(`${url}hook`, { method: 'POST', body })).status
  expect(await send('['.repeat(100_000) + ']'.repeat(100_000))).toBe(200)
  expect(await send(`"${'x'.repeat(1_000_000)}"`)).toBe(200)
  expect(await send('x'.repeat(9 * 1024 * 1024))).toBe(413)
  expect(await send('{"honest":true}')).toBe(200)
  expect(terminal.stdout).toContain('… (200000 characters)')
  expect(terminal.stdout).toContain('"honest": true')
  expect(terminal.stdout.length).toBeLessThan(200_000)
  expect(terminal.stderr).toContain('dropped a request: its body is larger than 8388608 bytes')
  terminal.interrupt()
  expect(await ended).toBe(0)
})
