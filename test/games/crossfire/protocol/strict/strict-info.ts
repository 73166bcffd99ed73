import {
  assertFaceNumber,
  assertHolds,
  type PacketCheck,
  type PacketChecks,
  type PacketReader,
  readStat,
} from './strict-fields.ts'

/** A line feed or a space separates the kind from the data. An unknown kind has no data. */
export function checkReplyInfo(data: PacketReader): void {
  const kind = data.word()
  const check = informations[kind]
  if (!check) return assertHolds(data.left === 0, `data of an unknown ${kind}`)
  const spaced = ['image_sums', 'race_list', 'class_list', 'race_info', 'class_info'].includes(kind)
  assertHolds(
    data.number(1) === (spaced ? 32 : 10),
    `${kind} is not followed by a ${spaced ? 'space' : 'line feed'}`,
  )
  check(data)
}

const allLines: PacketCheck = (data) => {
  assertHolds(/^([^\n]+\n)*$/.test(data.text()), 'not whole lines')
}
/** Checks that a text is empty or has exactly one NUL, at its end. */
const article: PacketCheck = (data) => {
  assertHolds(/^([^\0]*\0)?$/.test(data.text()), 'not ended by one NUL')
}
const names: PacketCheck = (data) => {
  assertHolds(/^(\|[^|]+)*$/.test(data.text()), 'not names with a | in front of each')
}

const informations: PacketChecks = {
  image_info: allLines,
  skill_info: allLines,
  spell_paths: allLines,
  knowledge_info: allLines,
  motd: article,
  news: article,
  rules: article,
  race_list: names,
  class_list: names,
  race_info: archetype,
  class_info: archetype,
  image_sums(data) {
    data.decimal()
    data.decimal()
    while (data.left) {
      assertFaceNumber(data.number(2))
      data.bytes(4 + 1)
      assertHolds(/^[^\0]+\0$/.test(data.string()), 'a name not ended by its NUL')
    }
  },
  /** The client expects the number of levels plus one. */
  exp_table(data) {
    if (!data.left) return
    const levels = data.number(2) - 1
    assertHolds(data.left === levels * 8, `${data.left / 8} levels, not ${levels}`)
    for (let before = -1n, n = 0; n < levels; n++) {
      const exp = data.big()
      assertHolds(exp > before, `level ${n + 1} takes no more than the one before`)
      before = exp
    }
  },
  newcharinfo(data) {
    while (data.left) assertHolds(/^[ROVI] [^\0]+\0$/.test(data.string()), 'not a line ended by its NUL')
  },
  startingmap(data) {
    for (let first = true; data.left; first = false) {
      const kind = data.number(1)
      assertHolds(kind === 1 || (!first && kind <= 3 && kind > 0), `kind ${kind}`)
      data.string(2)
    }
  },
}

function archetype(data: PacketReader): void {
  assertHolds(data.upTo('\n').length > 0, 'no archetype')
  while (data.left) part(data, data.upTo(' '))
}

function part(data: PacketReader, key: string): void {
  if (key === 'name') return void data.string()
  if (key === 'msg') return void data.string(2)
  assertHolds(key === 'stats' || key === 'choice', `a part ${JSON.stringify(key)}`)
  if (key === 'choice') {
    data.string()
    data.string()
  }
  for (let head = data.number(1); head; head = data.number(1)) {
    if (key === 'stats') readStat(data, head, 189)
    else {
      data.bytes(head)
      data.string()
    }
  }
}
