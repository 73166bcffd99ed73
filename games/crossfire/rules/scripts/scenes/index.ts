// [CF-23.17]
import type { Scene, ScriptTrigger } from '../../../model/definitions/script.ts'
import type { ScriptCall, TimeCall } from '../dialogue/script-call.ts'
import { judgeMemory, requireKobolds, saveKaptel } from './darcap-manor.ts'
import { answerAtHouseOfHealing } from './house-of-healing.ts'
import { greetVisitors, remarkOnFurniture, remarkOnShelf, throwOut } from './midane.ts'
import { showWay } from './rhyzian-amulet.ts'

import {
  priestThinks,
  rolandaThinks,
  showToPriest,
  showToRolanda,
  showToSmith,
  silenceRolanda,
  smithThinks,
} from './witherspoon/experts.ts'
import { answerAsGhost, digGrave, ghostThinks } from './witherspoon/ghost.ts'

/** Returns whether the function replaces the usual effect. */
type SceneRules = { readonly [on in Exclude<ScriptTrigger, 'time'>]?: (call: ScriptCall) => boolean } & {
  readonly time?: (call: TimeCall) => boolean
}

export const scenes: { readonly [scene in Scene]: SceneRules } = {
  'midane shelf': { apply: remarkOnShelf },
  'midane furniture': { pickup: remarkOnFurniture },
  midane: { attack: throwOut, death: throwOut, time: greetVisitors },
  'witherspoon ghost': { say: answerAsGhost, time: ghostThinks },
  'witherspoon grave': { step: digGrave },
  'witherspoon smith': { give: showToSmith, time: smithThinks },
  'witherspoon priest': { give: showToPriest, time: priestThinks },
  rolanda: { give: showToRolanda, say: silenceRolanda, time: rolandaThinks },
  'darcap blue apply': { apply: requireKobolds },
  'darcap kaptel death': { death: saveKaptel },
  'darcap white say': { say: judgeMemory },
  'rhyzian amulet': { apply: showWay },
  'house of healing': { say: answerAtHouseOfHealing },
}
