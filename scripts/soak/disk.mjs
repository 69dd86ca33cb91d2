/** A full disk: 503, nothing that was answered is lost, and all is well again when there is room. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { headers, installPayments, newCharge, postHeaders } from '../../bench/payments.mjs'
import { makeClient } from '../support/ask.mjs'

export async function fillDisk({ tool, folder }) {
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk], { encoding: 'utf8' })
  if (mounted.status !== 0) {
    console.log(`full disk: not tried, a small file system cannot be mounted (${mounted.stderr.trim()})`)
    return []
  }
  try {
    return await fillMounted(tool, disk)
  } finally {
    spawnSync('umount', ['-l', disk])
  }
}

async function fillMounted(tool, disk) {
  const ballast = join(disk, 'ballast')
  writeFileSync(ballast, Buffer.alloc(8 << 20))
  const installation = await installPayments(tool, disk)
  const server = await installation.up()
  const base = `${server.base}/pay/charges`
  const client = makeClient()
  const problems = []
  const answered = []
  const refusals = new Map()
  try {
    for (let i = 0; i < 100_000 && (refusals.get(503) ?? 0) < 50; i++) {
      const { status, body } = await create(client, base)
      if (status === 201) answered.push(body.id)
      else refusals.set(status, (refusals.get(status) ?? 0) + 1)
    }
    if (!refusals.has(503)) problems.push('the full disk was never answered with 503')
    for (const status of refusals.keys()) if (status !== 503) problems.push(`a full disk was answered with ${status}`)
    const sample = answered.slice(-200)
    for (const id of sample)
      if ((await read(client, base, id)) !== 200) problems.push(`${id} was answered 201 and is gone`)
    rmSync(ballast)
    const again = await create(client, base)
    if (again.status !== 201) problems.push(`with room again, create answered ${again.status}`)
    server.kill('SIGKILL')
    await server.exited
    problems.push(...(await afterRestart(installation, [...answered, again.body?.id])))
  } finally {
    client.close()
    await server.stop()
  }
  console.log(`full disk: ${answered.length} creates answered before, refused with ${[...refusals.keys()].join(', ')}`)
  return problems.slice(0, 10)
}

async function afterRestart(installation, ids) {
  const server = await installation.up()
  const client = makeClient()
  const problems = []
  for (const id of ids) {
    const status = await read(client, `${server.base}/pay/charges`, id)
    if (status !== 200) problems.push(`${id} was answered 201 and reads ${status} after the restart`)
  }
  client.close()
  await server.stop()
  return problems
}

async function create(client, base) {
  const { status, text } = await client.ask(base, { method: 'POST', headers: postHeaders, body: newCharge })
  return { status, body: JSON.parse(text) }
}

async function read(client, base, id) {
  return (await client.ask(`${base}/${id}`, { headers })).status
}
