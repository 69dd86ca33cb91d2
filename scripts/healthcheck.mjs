// The health check of the container image: asks the server where it says that it listens, whatever flags it was started with.
import { readdirSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const { TOOL_DATA_DIR: data = '/data', TOOL_SANDBOX_PORT: port } = process.env

// A directory may still hold what a killed server has said: any that answers will do.
for (const address of [...announced(), `http://127.0.0.1:${port || 4600}/_tool/healthz`])
  if (await answers(address)) process.exit(0)
process.exitCode = 1

/** `up --spec` serves from a temporary directory. */
function announced() {
  const temporary = readdirSync(tmpdir()).filter((name) => name.startsWith('tool-'))
  return [data, ...temporary.map((name) => join(tmpdir(), name, 'data'))].flatMap((root) => {
    try {
      const { sandbox, agent } = JSON.parse(readFileSync(join(root, 'server.json'), 'utf8')).addresses
      const path = sandbox ? '/_tool/healthz' : '/healthz'
      return [new URL(path, (sandbox || agent).replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:'))]
    } catch {
      return []
    }
  })
}

function answers(address) {
  return new Promise((resolve) => {
    const asked = get(address, { timeout: 1_000 }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    asked.once('timeout', () => asked.destroy())
    asked.once('error', () => resolve(false))
  })
}
