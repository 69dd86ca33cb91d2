/** The client under test: it tries again where nobody answered or the server failed, with the same key each time. */
export interface Provider {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export async function charge({ url, headers }: Provider, order: string, amount = 1200): Promise<{ id: string; amount: number }> {
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(`${url}/charges`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': order },
      body: JSON.stringify({ amount, currency: 'eur' }),
    }).catch(() => undefined)
    if (answer?.ok) return (await answer.json()) as { id: string; amount: number }
    if (attempt === 4 || (answer && answer.status < 500)) throw new Error(`order ${order} is not charged`)
    await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** attempt))
  }
}
