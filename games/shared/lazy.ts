/**
 * Creates a constant at its first use. Use it if not every room needs the constant, because Workers must start quickly.
 */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
