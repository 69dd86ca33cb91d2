/** Names that are given once: what is taken gets a number, found without trying all of them again. */
export class UniqueNames {
  private readonly taken = new Set<string>()
  private readonly numbers = new Map<string, number>()

  constructor(taken: Iterable<string> = []) {
    for (const name of taken) this.taken.add(name)
  }

  has(name: string): boolean {
    return this.taken.has(name)
  }

  /** The name itself while it is free, else with the lowest number that is. */
  take(wanted: string): string {
    let name = wanted
    let number = this.numbers.get(wanted) ?? 2
    while (this.taken.has(name)) name = `${wanted}_${number++}`
    this.numbers.set(wanted, number)
    this.taken.add(name)
    return name
  }
}
