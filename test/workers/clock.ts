// The Directory's time in the tests: stands still unless a test moves it.
export const directoryClock = {
  ms: 1_700_000_000_000,
  now(): number {
    return this.ms
  },
  advance(ms: number): void {
    this.ms += ms
  },
}
