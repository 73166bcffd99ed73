// [CF-23.17]
import type { Scene, ScriptTrigger } from '../../../model/definitions/script.ts'
import type { ScriptCall, TimedScriptCall } from '../dialogue/script-call.ts'
import { checkJewelMemory, preventKaptelsDeath, refuseWithoutFourKobolds } from './darcap-manor.ts'
import { answerAtHouseOfHealing } from './house-of-healing.ts'
import { greetVisitors, remarkOnFurniture, remarkOnShelf, throwOutVisitor } from './midane.ts'
import { showDirectionsToTowns } from './rhyzian-amulet.ts'

import {
  answerWhileShocked,
  runPriestTask,
  runRolandaTask,
  runSmithTask,
  showToPriest,
  showToRolanda,
  showToSmith,
} from './witherspoon/experts.ts'
import { answerAsGhost, digGrave, runGhostTask } from './witherspoon/ghost.ts'

/** Returns whether the function replaces the usual effect. */
type SceneRules = { readonly [on in Exclude<ScriptTrigger, 'time'>]?: (call: ScriptCall) => boolean } & {
  readonly time?: (call: TimedScriptCall) => boolean
}

export const sceneHandlers: { readonly [scene in Scene]: SceneRules } = {
  'midane shelf': { apply: remarkOnShelf },
  'midane furniture': { pickup: remarkOnFurniture },
  midane: { attack: throwOutVisitor, death: throwOutVisitor, time: greetVisitors },
  'witherspoon ghost': { say: answerAsGhost, time: runGhostTask },
  'witherspoon grave': { step: digGrave },
  'witherspoon smith': { give: showToSmith, time: runSmithTask },
  'witherspoon priest': { give: showToPriest, time: runPriestTask },
  rolanda: { give: showToRolanda, say: answerWhileShocked, time: runRolandaTask },
  'darcap blue apply': { apply: refuseWithoutFourKobolds },
  'darcap kaptel death': { death: preventKaptelsDeath },
  'darcap white say': { say: checkJewelMemory },
  'rhyzian amulet': { apply: showDirectionsToTowns },
  'house of healing': { say: answerAtHouseOfHealing },
}
