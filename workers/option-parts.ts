// A game's options as pages send them: each a part of the form, named `option.NAME` (pages/option-fields.tsx).
const prefix = 'option.'

/** The options in a form by their own names, and its other parts, in order. */
export function apart(form: FormData): {
  readonly options: ReadonlyMap<string, string>
  readonly others: readonly (readonly [name: string, value: string | File])[]
} {
  const options = new Map<string, string>()
  const others: [string, string | File][] = []
  for (const [name, value] of form as Iterable<[string, string | File]>) {
    if (name.startsWith(prefix) && typeof value === 'string') options.set(name.slice(prefix.length), value)
    else others.push([name, value])
  }
  return { options, others }
}
