/**
 * Values by name, of which those that were set latest are kept: at least half of `most`, and never
 * more. They go by halves. A Map from which the first goes each time has to look for it among all
 * that went before.
 */
export class Latest<Value> {
  #newer = new Map<string, Value>();
  #older = new Map<string, Value>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(name: string): Value | undefined {
    return this.#newer.get(name) ?? this.#older.get(name);
  }

  set(name: string, value: Value): void {
    this.#newer.set(name, value);
    if (this.#newer.size < this.#most / 2) return;
    this.#older = this.#newer;
    this.#newer = new Map();
  }
}
