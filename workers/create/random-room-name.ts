// A name has three words, as in `pepper-attic-lantern`. Each position has 64 words, which makes 262,144 names.
const firstWords = splitWords(`
  almond amber apple bacon barley basil berry birch biscuit butter candle caramel cedar cherry chestnut cider
  cinnamon clover cocoa copper coral cotton cream crumb dumpling fennel fig flannel ginger granite hazel honey
  ivory juniper lemon lilac linen maple marble mango mint mustard nutmeg oat olive onion paprika peach
  pepper pickle plum poppy pumpkin quince raisin rhubarb saffron sesame silver toffee tulip turnip vanilla walnut`)
const secondWords = splitWords(`
  alley arcade attic bakery balcony barn bay beacon bridge brook canal canyon castle cavern cellar chapel
  cliff corner cottage courtyard cove creek depot desert dock dune farm ferry forest garden gate glacier
  grove hall harbor hill island jetty kitchen lagoon lane library lighthouse market meadow mill moor orchard
  palace park pier pond porch quarry reef ridge river stable station summit tower tunnel valley workshop`)
const thirdWords = splitWords(`
  accordion anchor anvil apron banjo barrel basket bell blanket boot bottle broom bucket button cart chair
  clock compass cradle crown drum easel fiddle flag flute fork globe hammer hammock hat hook kettle
  kite ladder ladle lamp lantern lens locket loom mallet map mirror mitten oar organ paddle pencil
  pillow plough pocket quill ribbon rocket saddle scarf shovel spoon teapot thimble trumpet umbrella wagon whistle`)

function splitWords(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}

export function randomRoomName(): string {
  const drawn = crypto.getRandomValues(new Uint8Array(3))
  // 256 is a multiple of 64, so every word is equally likely.
  return [firstWords, secondWords, thirdWords].map((list, i) => list[drawn[i]! % list.length]).join('-')
}

/** The possible words at each position. Exported for tests. */
export const wordLists: readonly (readonly string[])[] = [firstWords, secondWords, thirdWords]
