/** A running `tool up` with the bench's own description imported as "pay". */
import { join } from 'node:path'
import { makeInstallation } from '../scripts/support/tool.mjs'
import { payments } from './contestants.mjs'

const credential = 'bench-credential'
export const newCharge = JSON.stringify({
  amount: 1999,
  currency: 'eur',
  description: 'One year of tea',
  receipt_email: 'ana@example.com',
  shipping: { line1: '12 Harbour Street', city: 'Lisbon', postal_code: '1100-148', country: 'PT' },
  metadata: { order: '6735', channel: 'web' },
})

/** The installation alone, for those who start and kill the server themselves. */
export async function installPayments(tool, folder, names = ['pay'], nodeFlags = []) {
  const installation = await makeInstallation({ toolFile: tool, dataDir: join(folder, 'data'), nodeFlags })
  for (const name of names) {
    const args = ['sandbox', 'add', name, '--spec', payments, '--seed', 'be4c', '--credential', credential]
    const added = await installation.command(args)
    if (added.code !== 0) throw new Error(`sandbox add failed: ${added.stderr}`)
  }
  return installation
}

export const headers = { authorization: `Bearer ${credential}` }
export const postHeaders = { ...headers, 'content-type': 'application/json' }

export async function startPayments(tool, folder, names = ['pay'], nodeFlags = []) {
  const installation = await installPayments(tool, folder, names, nodeFlags)
  const server = await installation.up()
  const base = `${server.base}/${names[0]}`
  const create = async (at = base) => {
    const response = await fetch(`${at}/charges`, { method: 'POST', headers: postHeaders, body: newCharge })
    const text = await response.text()
    if (response.status !== 201) throw new Error(`create answered ${response.status}: ${text.slice(0, 300)}`)
    return JSON.parse(text)
  }
  return {
    name: 'tool',
    root: server.base,
    base,
    pid: server.pid,
    headers,
    postHeaders,
    newCharge,
    create,
    stop: server.stop,
  }
}
