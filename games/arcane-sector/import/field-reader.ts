import { MapError } from './map-error.ts'

/** Reads one object of a map file. Errors contain the path of the field. */
export class FieldReader {
  /** The path in error messages, such as `items[3]`. Empty for the whole file. */
  readonly path: string
  readonly #fields: { readonly [name: string]: unknown }

  /** Throws MapError if `value` is not an object. */
  constructor(path: string, value: unknown) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new MapError(`${path || 'the file'}: must be an object`)
    this.path = path
    this.#fields = value as { readonly [name: string]: unknown }
  }

  get names(): readonly string[] {
    return Object.keys(this.#fields)
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#fields, name)
  }

  whole(name: string, least: number, most: number): number {
    const value = this.#get(name)
    if (!Number.isInteger(value) || (value as number) < least || (value as number) > most)
      throw this.fault(
        name,
        least === most ? `must be ${most}` : `must be a whole number from ${least} to ${most}`,
      )
    return value as number
  }

  amount(name: string, least: number, most: number): number {
    const value = this.#get(name)
    if (typeof value !== 'number' || !(value >= least && value <= most))
      throw this.fault(name, `must be a number from ${least} to ${most}`)
    return value
  }

  /** Returns the field without validating it. Undefined if the field is absent. */
  value(name: string): unknown {
    return this.#get(name)
  }

  /** Returns an object that also has `fields`, which override fields of the same name. */
  with(path: string, fields: { readonly [name: string]: unknown }): FieldReader {
    return new FieldReader(path, { ...this.#fields, ...fields })
  }

  flag(name: string): boolean {
    const value = this.#get(name)
    if (typeof value !== 'boolean') throw this.fault(name, 'must be true or false')
    return value
  }

  /** `most`: the maximum number of characters. */
  text(name: string, most: number): string {
    const value = this.#get(name)
    if (typeof value !== 'string' || value.length > most)
      throw this.fault(name, `must be text of at most ${most} characters`)
    return value
  }

  list(name: string, most: number): readonly unknown[] {
    const value = this.#get(name)
    if (!Array.isArray(value) || value.length > most)
      throw this.fault(name, `must be a list of at most ${most} objects`)
    return value
  }

  object(name: string): FieldReader {
    return new FieldReader(this.#at(name), this.#get(name))
  }

  fault(name: string, detail: string): MapError {
    return new MapError(`${this.#at(name)}: ${detail}`)
  }

  #get(name: string): unknown {
    return this.has(name) ? this.#fields[name] : undefined
  }

  #at(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`
  }
}
