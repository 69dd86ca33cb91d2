/** The client that the workflow tests: one key for all attempts at a charge. */
const { API_URL, API_KEY } = process.env

for (let attempt = 1, isDone = false; !isDone; attempt++) {
  const answer = await fetch(`${API_URL}/charges`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${API_KEY}`, 'Content-Type': 'application/json', 'Idempotency-Key': 'order-1001' },
    body: JSON.stringify({ amount: 1200, currency: 'eur' }),
  }).catch(() => undefined)
  isDone = answer?.ok === true
  if (!isDone && attempt === 4) throw new Error('the charge did not get through')
  if (!isDone) await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt))
}
console.log('charged')
