import { expect, it } from 'vitest'
import { runCommand } from '../../test/support/run-command.ts'
import { tempDirectory } from '../../test/support/temp-directory.ts'

it('takes no --timeout without the --wait that it is for', async () => {
  using temp = tempDirectory()
  const { exit, stderr } = await runCommand(temp.path, ['status', '--timeout', '1'])
  expect([exit, stderr]).toEqual([2, expect.stringContaining('--timeout says how long --wait waits: give --wait too')])
})
