// Event connectors, which are objects inside a thing that call a Python script, become an attribute of the thing's
// archetype, so that the thing keeps them when a player carries it. [CF-23.1]
import type { EventHook, ScriptTrigger } from '../../model/definitions/script.ts'
import type { ObjectDefinition } from '../format/objects.ts'
import { knownScripts } from './known-scripts.ts'
import { type ArchetypeSource, attributesOf, type ObjectAttributes } from './object-attributes.ts'

/** A key of our own for the connectors of a thing. */
export const eventConnectorsKey = 'packetboat_events'
export const connectorObjectType = 116
/** Separators. Paths and parameters do not contain these control characters. */
const [between, within, newLine] = ['\x1e', '\x1f', '\x1d'] as const
/** Maximum length of a connector's text, and of its parameters. Longer texts and parameters are truncated. */
const longestText = 1000
/** Maximum number of a thing's connectors, which together are one line of the thing's id. */
const maxConnectors = 7

/** The events of a connector, by its subtype. */
const occasions: { readonly [subtype: number]: readonly ScriptTrigger[] } = {
  1: ['apply'],
  2: ['attack'],
  3: ['death'],
  4: ['drop'],
  5: ['pickup'],
  6: ['say'],
  8: ['time', 'notice'],
  10: ['step'],
  11: ['close'],
  12: ['timer'],
  31: ['give'],
  32: ['sell'],
}

/** Returns the object itself if it has no supported connectors. */
export function attachEvents(archetypes: ArchetypeSource, object: ObjectDefinition): ObjectDefinition {
  const written: string[] = []
  for (const each of object.inside) {
    const attributes = attributesOf(archetypes, each)
    if (attributes.type !== connectorObjectType || !eventHookOf(attributes)) continue
    if (written.length >= maxConnectors) break
    const text = textOf(attributes).replaceAll('\n', newLine)
    const words = (attributes.text('name') ?? '').slice(0, longestText)
    const parts = [attributes.int('subtype'), attributes.text('slaying'), words]
    written.push([...parts, ...(text ? [text] : [])].join(within))
  }
  if (written.length === 0) return object
  return {
    ...object,
    attributes: new Map([...object.attributes, [eventConnectorsKey, written.join(between)]]),
  }
}

export function eventHooksOf(attributes: ObjectAttributes): readonly EventHook[] {
  const written = attributes.text(eventConnectorsKey)
  if (written === undefined) return []
  return written.split(between).flatMap((each) => {
    const [subtype, script, words = '', text = ''] = each.split(within)
    return scriptHook(Number(subtype), script ?? '', words, text.replaceAll(newLine, '\n')) ?? []
  })
}

/** Undefined if the script is not supported. */
export function eventHookOf(attributes: ObjectAttributes): EventHook | undefined {
  if (attributes.text('title') !== 'Python') return undefined
  return scriptHook(
    attributes.int('subtype'),
    attributes.text('slaying') ?? '',
    attributes.text('name') ?? '',
    textOf(attributes),
  )
}

function textOf(attributes: ObjectAttributes): string {
  return (attributes.text('msg') ?? '').trim().slice(0, longestText)
}

function scriptHook(subtype: number, path: string, words: string, text: string): EventHook | undefined {
  const name = path.replace(/^\/?python\//, '').replace(/\.py$/, '')
  const known = Object.hasOwn(knownScripts, name) ? knownScripts[name] : undefined
  const on = occasions[subtype]?.find((each) => known?.on.includes(each))
  const all = words.trim().slice(0, longestText)
  const script = on && known?.from(all.split(/\s+/), all, on, text)
  return script && on && { trigger: on, script }
}
