// For each option of a game, forms have a field with the name `option.NAME` (pages/layout/option-fields.tsx).
const optionPrefix = 'option.'

export function splitOptionFields(form: FormData): {
  readonly options: ReadonlyMap<string, string>
  readonly others: readonly (readonly [name: string, value: string | File])[]
} {
  const options = new Map<string, string>()
  const others: [string, string | File][] = []
  for (const [name, value] of form as Iterable<[string, string | File]>) {
    if (name.startsWith(optionPrefix) && typeof value === 'string')
      options.set(name.slice(optionPrefix.length), value)
    else others.push([name, value])
  }
  return { options, others }
}
