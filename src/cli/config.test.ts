import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runCommand } from '../../test/support/run-command.ts'
import { tempDirectory } from '../../test/support/temp-directory.ts'

it('shows no secret of an address, wherever one was written', async () => {
  using temp = tempDirectory()
  const address = 'https://ann:sekret@host/x?token=sekret'
  writeFileSync(
    join(temp.path, 'tool.yaml'),
    JSON.stringify({
      upstreams: { a: address, [address]: 'https://b', c: ' https://ann:a/sekret@host', d: 'https:ann:sekret@host' },
      sandboxes: { pay: address, shop: { spec: address, credential: 'sekret' } },
      alerts: ['https://hooks.example/services/sekret', { kind: address }, { kind: 'slack', url: address }, [address]],
    }),
  )
  for (const flags of [[], ['--json']]) {
    const { exit, stdout } = await runCommand(temp.path, ['config', ...flags])
    expect(exit).toBe(0)
    expect(stdout).toContain('a: https://host/x?token=…')
    expect(stdout).not.toContain('sekret')
  }
  writeFileSync(join(temp.path, 'tool.yaml'), JSON.stringify({ upstreams: { [address]: 'https://b' } }))
  const { stderr } = await runCommand(temp.path, ['upstream', 'list'])
  expect(stderr).toMatch(/upstream "https:\/\/host\/x\?token=…": a name starts/)
})

it('shows the begin of a long list', async () => {
  using temp = tempDirectory()
  const upstreams = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`u${i}`, 'https://a.example']))
  writeFileSync(join(temp.path, 'tool.yaml'), JSON.stringify({ upstreams }))
  const { stdout } = await runCommand(temp.path, ['config'])
  expect(stdout).toContain('and 4000 more')
  expect((await runCommand(temp.path, ['upstream', 'list'])).stderr).toContain('there are 5000 upstreams: at most 1000')
})
