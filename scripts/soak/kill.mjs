/** kill -9 under load: whatever was answered 201 is there after the restart. */
import { headers, installPayments, newCharge, postHeaders } from '../../bench/payments.mjs'
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
  const answered = []
  let running = true
  const lane = async (name) => {
    for (let i = 0; running; i++) {
      const description = `${server.pid} ${name} ${i}`
      const body = JSON.stringify({ ...JSON.parse(newCharge), description })
      try {
        const response = await fetch(base, { method: 'POST', headers: postHeaders, body })
        const charge = await response.json()
        if (response.status === 201) answered.push({ id: charge.id, description })
        else throw new Error(`create answered ${response.status}`)
      } catch (error) {
        // Whatever was under way when the server died was never answered.
        if (running) throw error
      }
    }
  }
  const lanes = Array.from({ length: 16 }, (_, name) => lane(name))
  await Promise.race([new Promise((done) => setTimeout(done, milliseconds)), ...lanes])
  running = false
  server.kill('SIGKILL')
  await server.exited
  await Promise.all(lanes)
  return answered
}

async function readBack(base, charges) {
  const found = await eachLimited(charges, 16, async ({ id, description }) => {
    const response = await fetch(`${base}/${id}`, { headers })
    const text = await response.text()
    if (response.status !== 200) return `${id} was answered 201 and reads ${response.status} after the kill`
    return JSON.parse(text).description === description ? undefined : `${id} holds something else after the kill`
  })
  return found.filter((problem) => problem !== undefined)
}
