// [CF-3.2]

import { faceNumberOf } from '../../builtin/pictures/face-table.ts'
import { type FaceGallery, resolveFaceInSet } from '../../builtin/pictures/gallery.ts'
import { serverMessages } from '../../builtin/server-messages.ts'
import { abilityNames } from '../../model/definitions/character.ts'
import type { CharacterClass, CharacterRules, StartingMap } from '../../model/definitions/character-rules.ts'
import { type KnowledgeKind, knowledgeKinds } from '../../model/players/knowledge.ts'
import { spellPaths } from '../../rules/magic/spells.ts'
import { knowledgeFaces } from '../client-view/journal-sync.ts'
import { abilityPoints, abilityRange } from '../login/character-creation.ts'
import type { FromServer, InfoPart, StatField } from '../packets/index.ts'

type ReplyInfo = Extract<FromServer, { readonly type: 'replyinfo' }>
/** Maximum number of checksums in a reply, so that `image_sums` fits the packets of clients of 1997. */
const maxChecksums = 200

interface RequestInfoContext {
  readonly gallery: FaceGallery
  readonly characterRules: CharacterRules
  /** [CF-6.16] */
  readonly faceSet: number
}

/** Unknown kinds get a reply without data, because clients wait for one. */
export function replyToRequestInfo(asked: RequestInfoContext, info: string, options: string): ReplyInfo {
  return { type: 'replyinfo', ...answerRequest(asked, info, options) } as ReplyInfo
}

function answerRequest(
  { gallery, characterRules, faceSet }: RequestInfoContext,
  info: string,
  options: string,
) {
  switch (info) {
    case 'image_info':
      return {
        info,
        data: {
          last: gallery.lastFace,
          checksum: checksumOf(gallery),
          sets: faceSets.slice(0, gallery.classic ? 2 : 1),
        },
      }
    case 'image_sums':
      return { info, data: imageSums(gallery, options, faceSet) }
    case 'exp_table':
      return { info, data: characterRules.levels }
    case 'skill_info':
      return { info, data: skillLines(characterRules, options.trim() === '1') }
    case 'spell_paths':
      return { info, data: spellPaths.map(({ bit, name }) => `${bit}:${name}`) }
    case 'knowledge_info':
      return { info, data: knowledgeLines }
    case 'race_list':
      return { info, data: characterRules.races.map(({ id }) => id) }
    case 'class_list':
      return { info, data: characterRules.classes.map(({ id }) => id) }
    case 'race_info':
      return { info, data: describeChoice(options.trim(), characterRules.races) }
    case 'class_info':
      return { info, data: describeChoice(options.trim(), characterRules.classes) }
    case 'newcharinfo':
      return { info, data: newCharacter }
    case 'startingmap':
      return { info, data: characterRules.startingMaps.flatMap(startingMap) }
    case 'motd':
    case 'news':
    case 'rules':
      return { info, data: serverMessages[info] }
    default:
      return { info }
  }
}

/** [CF-3.5] */
const faceSets = [
  '0:base:standard:0:32x32:none:The faces of this world',
  '1:clsc:classic:0:32x32:none:Other faces of this world, as far as there are any',
] as const

/** [CF-3.6] A signed 32-bit sum over the numbers and checksums of all faces. The sum changes with any picture. */
function checksumOf(gallery: FaceGallery): number {
  let sum = 0
  for (let number = 1; number <= gallery.lastFace; number++)
    for (const { checksum } of [0, 1].map((set) => resolveFaceInSet(gallery, number, set)))
      sum = (Math.imul(sum, 31) + (checksum ^ number)) | 0
  return sum
}

/** [CF-3.7] Empty if the world has no faces in the requested range. */
function imageSums(gallery: FaceGallery, options: string, faceSet: number) {
  const [, from = '0', to = '0'] = /^(\d{1,6}) (\d{1,6})$/.exec(options.trim()) ?? []
  const [start, stop] = [Number(from), Number(to)]
  const least = Math.max(1, start)
  const count = Math.min(maxChecksums, stop - least + 1, gallery.lastFace - least + 1)
  const faces = Array.from({ length: Math.max(0, count) }, (_, more) => least + more)
  return { start, stop, faces: faces.map((face) => ({ face, ...resolveFaceInSet(gallery, face, faceSet) })) }
}

/** Lines of the skills, such as `140:one handed weapons`. `withFaces`: appends the number of the skill's face. */
function skillLines({ skills }: CharacterRules, withFaces: boolean): string[] {
  return skills.map(({ name, number, face }) => `${number}:${name}${withFaces ? `:${face}` : ''}`)
}

/** [CF-3.5] The last number of a line is 0, because players cannot attempt any kind of knowledge. */
const knowledgeLines: readonly string[] = Object.entries(knowledgeKinds).map(
  ([kind, name]) => `${kind}:${name}:${faceNumberOf(knowledgeFaces[kind as KnowledgeKind])}:0`,
)

/** [CF-3.8] */
const newCharacter = [
  `V points ${abilityPoints}`,
  `V statrange ${abilityRange.least} ${abilityRange.most}`,
  'V statname Str Dex Con Wis Cha Int Pow',
  'R race requestinfo',
  'R class requestinfo',
  'O startingmap requestinfo',
] as const

/** Describes a race or class. For an unknown id, the name is the id and there are no parts. */
function describeChoice(id: string, all: readonly CharacterClass[]): { name: string; parts: InfoPart[] } {
  const found = all.find((one) => one.id === id)
  if (!found) return { name: id.slice(0, 64), parts: [] }
  const stats = abilityNames
    .filter((name) => found.abilityBonuses[name])
    .map((name) => ({ stat: name.toLowerCase(), value: found.abilityBonuses[name]! }) as StatField)
  return {
    name: id,
    parts: [
      { key: 'name', value: found.name },
      { key: 'msg', value: found.description },
      { key: 'stats', value: stats },
    ],
  }
}

function startingMap({ id, name, description }: StartingMap) {
  return [
    { kind: 'archetype', value: id },
    { kind: 'name', value: name },
    { kind: 'description', value: description },
  ] as const
}
