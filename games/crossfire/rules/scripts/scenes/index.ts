// Scripts of single places and persons, by scene and event. [CF-23.17]
import type { Scene, ScriptTrigger } from '../../../model/definitions/script.ts'
import type { ScriptCall, TimeCall } from '../dialogue/script-call.ts'
import { answerAtHouseOfHealing } from './house-of-healing.ts'
import { greetVisitors, remarkOnFurniture, remarkOnShelf, throwOut } from './midane.ts'

/** The rule of each event. It returns whether it replaces the usual effect. */
type SceneRules = { readonly [on in Exclude<ScriptTrigger, 'time'>]?: (call: ScriptCall) => boolean } & {
  readonly time?: (call: TimeCall) => boolean
}

export const scenes: { readonly [scene in Scene]: SceneRules } = {
  'midane shelf': { apply: remarkOnShelf },
  'midane furniture': { pickup: remarkOnFurniture },
  midane: { attack: throwOut, death: throwOut, time: greetVisitors },
  'house of healing': { say: answerAtHouseOfHealing },
}
