/**
 * Data directories that earlier versions wrote (test/earlier-data): each is served with all its records, by a server that
 * starts on it as it is, after the command that a refusal names, and by a server that runs while that command works.
 */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { makeInstallation, root } from '../support/tool.mjs'

const written = join(root, 'test/earlier-data')

export async function earlierData({ tool, folder, small }) {
  const problems = []
  const versions = readdirSync(written).filter((name) => /^[0-9a-f]{7}$/.test(name))
  let read = 0
  for (const version of versions)
    for (const way of ['as it is', 'updated first', 'updated under a server']) {
      if (small && way === 'updated first') continue
      const dataDir = join(folder, `${version}-${way.replaceAll(' ', '-')}`)
      lay(version, dataDir, way === 'updated under a server' ? join(folder, 'nowhere') : dataDir)
      const place = await makeInstallation({ toolFile: tool, dataDir })
      const found = []
      try {
        read += await served({ place, version, way, found })
      } catch (error) {
        found.push(String(error.message).slice(0, 300))
      }
      problems.push(...found.map((problem) => `${version} ${way}: ${problem}`))
    }
  console.log(`earlier data: ${versions.length} versions, ${read} answers compared`)
  return problems
}

/** `specs` is where the description is said to lie. */
function lay(version, dataDir, specs) {
  cpSync(join(written, version), dataDir, { recursive: true })
  cpSync(join(written, 'payments.yaml'), join(dataDir, 'payments.yaml'))
  for (const name of readdirSync(join(dataDir, 'state'))) {
    const packed = join(dataDir, 'state', name, 'data.mdb.gz')
    writeFileSync(packed.slice(0, -'.gz'.length), gunzipSync(readFileSync(packed)))
    rmSync(packed)
  }
  for (const name of readdirSync(join(dataDir, 'sandboxes'))) {
    const path = join(dataDir, 'sandboxes', name)
    writeFileSync(path, readFileSync(path, 'utf8').replace('/srv/tool', specs))
  }
}

async function served({ place, version, way, found }) {
  const update = async (...more) => {
    const { code, stderr } = await place.command(['import', 'pay', '--update', ...more])
    return code === 0 ? undefined : stderr.trim()
  }
  const updated = way === 'updated first' ? await update() : undefined
  if (updated !== undefined) found.push(`import pay --update fails: ${updated}`)
  const server = await place.up()
  if (way === 'updated under a server') {
    const refused = await update()
    if (!refused?.includes('--spec')) found.push(`where the description has moved it says: ${refused}`)
    const failed = await update('--spec', join(place.dataDir, 'payments.yaml'))
    if (failed !== undefined) found.push(`import pay --update --spec fails: ${failed}`)
  }
  const { read } = JSON.parse(readFileSync(join(written, version, 'answers.json'), 'utf8'))
  const headers = { authorization: 'Bearer sk_test' }
  for (const [path, answer] of Object.entries(read)) {
    const response = await fetch(`${place.base}/pay${path}`, { headers })
    const text = await response.text()
    if (!isDeepStrictEqual(JSON.parse(text), answer))
      found.push(`${path} answers ${response.status} ${text.slice(0, 200)}`)
  }
  await server.stop()
  return Object.keys(read).length
}
