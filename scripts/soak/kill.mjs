/** kill -9 under load: whatever was answered 201 is there after the restart. */
import { headers, installPayments, newCharge, postHeaders } from '../../bench/payments.mjs'
import { makeClient } from '../support/ask.mjs'
import { eachLimited } from '../support/tool.mjs'

export async function killUnderLoad({ tool, folder, kills }) {
  const installation = await installPayments(tool, folder)
  const answered = []
  const problems = []
  for (let round = 0; round < kills && problems.length < 10; round++) {
    const server = await installation.up()
    const base = `${server.base}/pay/charges`
    // The newest are the ones at risk; of the older ones a sample, and all of them at the end.
    const older = round % 20 === 0 ? answered.filter((_, i) => i % 50 === 0) : []
    problems.push(...(await readBack(base, [...answered.slice(-500), ...older])))
    const fresh = await createUntilKilled(server, base, 20 + ((round * 37) % 200))
    answered.push(...fresh)
  }
  const server = await installation.up()
  problems.push(...(await readBack(`${server.base}/pay/charges`, answered)))
  await server.stop()
  console.log(`killed ${kills} times, ${answered.length} creates answered, ${problems.length} lost`)
  return problems.slice(0, 10)
}

async function createUntilKilled(server, base, milliseconds) {
  const client = makeClient()
  const answered = []
  let running = true
  const lane = async (name) => {
    for (let i = 0; running; i++) {
      const description = `${server.pid} ${name} ${i}`
      const body = JSON.stringify({ ...JSON.parse(newCharge), description })
      try {
        const { status, text } = await client.ask(base, { method: 'POST', headers: postHeaders, body })
        if (status === 201) answered.push({ id: JSON.parse(text).id, description })
        else throw new Error(`create answered ${status}`)
      } catch (error) {
        // Whatever was under way when the server died was never answered.
        if (running) throw error
      }
    }
  }
  const lanes = Array.from({ length: 16 }, (_, name) => lane(name))
  const lanesEnd = Promise.all(lanes)
  for (let waited = 0; answered.length < 16 && waited < 10_000; waited += 5) await Promise.race([wait(5), lanesEnd])
  await Promise.race([wait(milliseconds), lanesEnd])
  running = false
  server.kill('SIGKILL')
  await server.exited
  await lanesEnd
  client.close()
  return answered
}

const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds))

async function readBack(base, charges) {
  const client = makeClient()
  const found = await eachLimited(charges, 16, async ({ id, description }) => {
    const { status, text } = await client.ask(`${base}/${id}`, { headers })
    if (status !== 200) return `${id} was answered 201 and reads ${status} after the kill`
    return JSON.parse(text).description === description ? undefined : `${id} holds something else after the kill`
  })
  client.close()
  return found.filter((problem) => problem !== undefined)
}
