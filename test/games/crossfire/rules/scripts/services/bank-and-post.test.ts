import { expect, it } from 'vitest'
import { listPiles } from '../../../harness/small-maps.ts'
import { officeHarness } from './office-harness.ts'

const bank = ['clerk 2,1', 'say IPO/banksay'] as const

it('[CF-23.1] [CF-23.2] the nearest NPC with a supported script answers by its rule; unsupported scripts change nothing', async () => {
  const yard = await officeHarness([bank, ['clerk 6,1 msg=Hm.', 'say misc/nobody']])
  const ann = yard.join('Ann', 3, 1)
  expect(yard.type(ann, 'say hello')[1]).toMatch(/^The clerk says: Say deposit/)
  yard.stand(ann, 6, 2)
  expect(yard.type(ann, 'say hello')).toContain('The clerk says: Hm.')
})

it('[CF-15.12] [CF-23.1] a nearer NPC without an answer does not keep others from answering', async () => {
  const yard = await officeHarness([bank, ['clerk 4,2'], ['clerk 20,1 msg=Hm.'], ['clerk 20,2']])
  const ann = yard.join('Ann', 4, 3)
  expect(yard.type(ann, 'say hello')[1]).toMatch(/^The clerk says: Say deposit/)
  yard.stand(ann, 20, 3)
  expect(yard.type(ann, 'say hello')).toContain('The clerk says: Hm.')
})

it('[CF-23.3] a bank stores deposits across restarts, and every teller pays them out', async () => {
  const yard = await officeHarness([bank, ['clerk 30,1', 'say IPO/banksay']])
  const ann = yard.join('Ann', 3, 1)
  yard.give(ann, 'arch goldcoin', 7)
  expect(yard.type(ann, 'say deposit 8 gold')).toContain('The clerk says: You do not carry that much.')
  expect(yard.type(ann, 'say deposit 5 gold coins')).toContain('The clerk says: You deposit five gold coins.')
  expect(listPiles(ann.player.inventory)).toEqual(['2 gold coin'])
  yard.restart()
  yard.stand(ann, 30, 2)
  expect(yard.type(ann, 'say balance')).toContain('The clerk says: Your balance is five gold coins.')
  expect(yard.type(ann, 'say withdraw 51 silver')).toContain('The clerk says: Your balance is too low.')
  expect(yard.type(ann, 'say withdraw 12 silver')).toContain('The clerk says: Here are twelve silver coins.')
  expect([listPiles(ann.player.inventory), ann.player.bank]).toEqual([['2 gold coin', '12 silver coin'], 38])
  for (const sum of ['-5 gold', '0 gold', '1e3 gold', '99999999 gold', '5 florins', ''])
    expect(yard.type(ann, `say deposit ${sum}`)).toContain('The clerk says: Say how much: deposit 5 gold.')
  const says = (words: string) => yard.type(ann, `say ${words}`)[1]
  expect(
    ['balance gold', 'balance florins', 'coins', 'convert 4 gold to silver', 'convert 4'].map(says),
  ).toEqual([
    'The clerk says: Your balance is 3.8 gold coins.',
    'The clerk says: We do not accept that kind of money.',
    'The clerk says: One gold coin is worth 10 silver coins.',
    'The clerk says: 4 gold coins: 40 silver coins.',
    'The clerk says: Say what to convert: convert 4 platinum to silver.',
  ])
  expect(ann.player.bank).toBe(38)
})

it('[CF-23.3] a bank deposits and pays out imported banknotes', async () => {
  const yard = await officeHarness([bank])
  const ann = yard.join('Ann', 3, 1)
  yard.give(ann, 'arch imperial', 2)
  expect(yard.type(ann, 'say deposit 1 imperial note')).toContain(
    'The clerk says: You deposit 1000 gold coins.',
  )
  expect(yard.type(ann, 'say withdraw 1 10 imperial note')).toContain(
    'The clerk says: Say how much: withdraw 5 gold.',
  )
  expect(yard.type(ann, 'say balance imperial notes')).toContain(
    'The clerk says: Your balance is 1 Imperial Bank Notes.',
  )
  yard.type(ann, 'say withdraw 1 imperial note')
  expect([listPiles(ann.player.inventory), ann.player.bank]).toEqual([['2 Imperial Bank Note'], 0])
})

it('[CF-16.4] [CF-23.3] a bank pays nothing into a full inventory, except coins that merge with a pile', async () => {
  const yard = await officeHarness([bank])
  const ann = yard.join('Ann', 3, 1)
  ann.player.bank = 3_000_000
  yard.type(ann, 'say withdraw 999999 silver')
  while (ann.player.inventory.length < 100) yard.give(ann, 'sword')
  const refusal = 'The clerk says: You cannot carry more things.'
  const refused = (words: string) => yard.type(ann, `say ${words}`).includes(refusal)
  expect(['withdraw 2 silver', 'withdraw 1 gold', 'withdraw 1 silver'].map(refused)).toEqual([
    true,
    true,
    false,
  ])
  expect([ann.player.inventory.length, ann.player.bank]).toEqual([100, 2_000_000])
})

it('[CF-23.3] closing a deposit box deposits its money and nothing else', async () => {
  const yard = await officeHarness([['letterbox 1,1', 'close items/deposit_box']])
  const ann = yard.join('Ann', 1, 1)
  yard.give(ann, 'arch goldcoin', 3)
  yard.give(ann, 'arch token')
  yard.type(ann, 'apply')
  const box = yard.container(ann, 1, 1)
  for (const thing of [...ann.player.inventory]) yard.world.moveItem(ann.player, box.tag, thing.tag, 0)
  expect([listPiles(box.inside!), ann.player.bank]).toEqual([['3 gold coin', '1 token'], 0])
  yard.walk(ann, 'e')
  expect([listPiles(box.inside!), ann.player.bank]).toEqual([['1 token'], 30])
})

it('[CF-23.4] a board stores notices of all players, and their authors can remove them', async () => {
  const yard = await officeHarness([['board 1,1', 'say IPO/board The Green Board']])
  const [ann, bob] = [yard.join('Ann', 1, 2), yard.join('Bob', 2, 2)]
  expect(yard.type(ann, 'say list')).toContain('The Green Board is empty.')
  yard.type(ann, 'say write Milk for sale.')
  yard.type(bob, 'say write Wanted: milk.')
  yard.restart()
  expect(yard.type(bob, 'say list')).toContain(
    'The Green Board:\n1. Ann: Milk for sale.\n2. Bob: Wanted: milk.',
  )
  expect(yard.type(bob, 'say remove 1')).toContain('Only its author can remove it.')
  expect(yard.type(bob, 'say remove 3')).toContain('There is no such notice.')
  yard.type(bob, 'say remove 2')
  expect(yard.type(ann, 'say list')).toContain('The Green Board:\n1. Ann: Milk for sale.')
  for (let n = 0; n < 120; n++) yard.type(ann, `say write ${n}`)
  const all = yard.type(ann, 'say list').at(-1)!.split('\n')
  expect([all.length, all[1], all.at(-1)]).toEqual([101, '1. Ann: 20', '100. Ann: 119'])
})

it('[CF-23.5] a letter is bought, put into a letter box, and delivered to its recipient at any box', async () => {
  const yard = await officeHarness([
    ['clerk 1,1', 'say IPO/say'],
    ['letterbox 5,1', 'apply IPO/receive', 'close IPO/send'],
  ])
  const [ann, bob] = [yard.join('Ann', 1, 2), yard.join('Bob_2', 9, 9)]
  yard.give(ann, 'arch silvercoin', 150)
  expect(yard.type(ann, 'say mailscroll Nobody Hello')).toContain(
    'The clerk says: There is no player called Nobody.',
  )
  expect(yard.type(ann, 'say mailscroll bob_2 Come to tea.')).toContain(
    'The clerk says: Here is your letter to bob_2.',
  )
  expect(listPiles(ann.player.inventory)).toEqual(['50 silver coin', '1 mailscroll T: bob_2 F: Ann'])
  expect(yard.type(ann, 'say mailscroll bob_2 More.')).toContain('The clerk says: That costs ten gold coins.')
  yard.stand(ann, 5, 1)
  expect(yard.type(ann, 'apply')).toContain('There is no letter for you.')
  const box = yard.container(ann, 5, 1)
  const letter = ann.player.inventory.find(({ text }) => text !== undefined)!
  yard.type(ann, 'rename mailscroll to mailscroll T: Ann F: Emperor')
  yard.world.moveItem(ann.player, box.tag, letter.tag, 0)
  expect(yard.type(ann, 'apply')).toContain('Your letter to bob_2 is on its way.')
  expect(ann.player.inventory.length).toBe(1)
  yard.restart()
  yard.stand(bob, 5, 1)
  yard.type(bob, 'apply')
  expect(listPiles(bob.player.inventory)).toEqual(['1 mail F: Ann T: Bob_2'])
  expect(yard.type(bob, 'apply mail')).toEqual(['Come to tea.'])
})
