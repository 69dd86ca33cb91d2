/** The client under test: it tries again where nobody answered or the server failed, with the same key each time. */
exports.charge = async function charge({ url, headers }, order, amount = 1200) {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(`${url}/charges`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': order },
      body: JSON.stringify({ amount, currency: 'eur' }),
    }).catch(() => undefined)
    if (answer?.ok) return answer.json()
    if (attempt === 4 || (answer && answer.status < 500)) throw new Error(`order ${order} is not charged`)
    await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt))
  }
}
