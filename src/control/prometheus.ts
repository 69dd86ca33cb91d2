/** The Prometheus text format, version 0.0.4. */

export type Sample = readonly [suffix: string, labels: Readonly<Record<string, string>>, value: number]

/** One metric with its samples; `type` is `counter`, `gauge` or `histogram`. */
export function prometheusFamily(name: string, type: string, help: string, samples: readonly Sample[]): string {
  const lines = samples.map(([suffix, labels, value]) => `${name}${suffix}${labelText(labels)} ${value}\n`)
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, '_')}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}
