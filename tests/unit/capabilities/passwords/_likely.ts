/**
 * The passwords of at least 15 characters that are guessed first, made by rule from what people
 * do with a short one, and passwords that are guessed last.
 *
 * @module
 */

/** Fewest characters of a password that is the only factor. */
const LEAST = 15;

const WORDS =
  `password welcome admin iloveyou monkey dragon football baseball letmein master sunshine
  princess shadow superman michael jennifer jordan hunter charlie soccer killer pepper ginger cookie
  summer winter chocolate computer internet starwars batman trustnoone whatever freedom computer
  liverpool chelsea arsenal samsung google facebook ashley jessica daniel andrew thomas robert
  matthew purple orange banana butterfly flower angel loveme secret school diamond lovely jesus
  mustang corvette harley yankees cowboys hockey tigger buster`.split(/\s+/);

const PHRASES =
  `correct horse battery staple/to be or not to be/may the force be with you/once upon a
  time/winter is coming/live long and prosper/the quick brown fox/i love you so much/we are the
  champions/happy new year/merry christmas/let it be/never give up/keep calm and carry on/the lord is
  my shepherd/in god we trust/hakuna matata/this is my password/manchester united/harry potter`
    .split("/").map((phrase) => phrase.replaceAll(/\s+/g, " ").trim());

const ROWS = ["qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "azertyuiop", "1234567890"];
const COLUMNS = ["1qaz", "2wsx", "3edc", "4rfv", "5tgb", "6yhn", "7ujm"];
const UNITS = [
  "abc123",
  "123abc",
  "qwe123",
  "asd123",
  "abc",
  "aaa111",
  "1a2b3c",
  "haha",
  "lol",
  "lala",
  "test",
  "love",
  "123",
  "1234",
  "12345",
  "123456",
  "321",
  "qwe",
  "asdf",
  "zxcv",
  "q1w2e3",
  "god",
];

const turned = (text: string) => [...text].reverse().join("");
const capital = (text: string) => text[0]!.toUpperCase() + text.slice(1);
const leet = (text: string) =>
  text.replaceAll("a", "@").replaceAll("o", "0").replaceAll("e", "3").replaceAll("i", "1");

/** Digits in order, from each of them and in both directions. */
function* digits(): Generator<string> {
  const cycle = "0123456789".repeat(4);
  for (let length = LEAST; length <= 20; length++) {
    for (let start = 0; start < 10; start++) {
      const run = cycle.slice(start, start + length);
      yield run;
      yield turned(run);
    }
  }
  yield* [
    "112233445566778899",
    "111222333444555666",
    "123456789987654321",
    "147258369147258369",
    "123123123123123",
    "121212121212121",
    "1234554321123455",
    "000000000000000",
    "159357159357159",
  ];
}

function* keys(): Generator<string> {
  const rows = ROWS.flatMap((row) => [row, turned(row)]);
  for (const one of rows) {
    for (const two of rows) {
      yield one + two;
      yield one + two.slice(0, 6);
      yield capital(one) + two;
      yield `${one}${two}1`;
    }
  }
  for (let from = 0; from < 4; from++) {
    const columns = COLUMNS.slice(from, from + 4);
    yield columns.join("");
    yield columns.map(turned).join("");
    yield columns.map((column, i) => i % 2 ? turned(column) : column).join("");
    yield columns.map(capital).join("") + "!";
  }
  for (const [one, two] of [["1234567890", "qwertyuiop"], ["qwertyuio", "asdfghjkl"]]) {
    yield [...one!].map((key, i) => key + two![i]).join("").slice(0, 16);
    yield [...two!.slice(0, 9)].map((key, i) => key + one![i]).join("");
  }
}

function* repeated(): Generator<string> {
  for (const unit of UNITS) {
    for (const separator of ["", " ", "-", "."]) {
      for (let times = 2; times <= 8; times++) {
        yield Array(times).fill(unit).join(separator);
        yield capital(Array(times).fill(unit).join(separator));
      }
    }
  }
}

function* phrases(): Generator<string> {
  for (const phrase of PHRASES) {
    for (const separator of [" ", "", "-", "_", "."]) {
      for (const ending of ["", "1", "!", "123", "2024", "1234567"]) {
        const text = phrase.replaceAll(" ", separator) + ending;
        yield text;
        yield capital(text);
        yield text.toUpperCase();
      }
    }
  }
}

function* words(): Generator<string> {
  const forms = [(text: string) => text, capital, (text: string) => text.toUpperCase(), leet];
  const run = "1234567890123456789";
  for (const form of forms) {
    for (const word of WORDS) {
      const text = form(word);
      const missing = Math.max(1, LEAST - text.length);
      for (const more of [0, 1, 2]) {
        yield text + run.slice(0, missing + more);
        yield run.slice(0, missing + more) + text;
        yield text + turned(run.slice(0, missing + more));
        yield text + "0".repeat(missing + more);
        yield text + "!".repeat(missing + more);
      }
      yield text + "83920174652831";
      for (const year of [1985, 1999, 2000, 2012, 2023, 2024, 2025]) {
        yield `${text}${year}${text}${year}`;
        yield `${text}${year}${year}${year}!`;
      }
      for (const separator of ["", " ", "-", "1", "123"]) {
        yield [text, text, text].join(separator);
        yield [text, text].join(separator) + "12345";
      }
      yield `${turned(text)}123456789`;
    }
  }
  for (const one of WORDS) {
    for (const two of WORDS) {
      yield `${one}${two}1234567`;
      yield `${capital(one)}${capital(two)}2024!`;
      yield `${one} ${two} 12345`;
    }
  }
}

/** The first 10,000 of them, each once. */
export function likelyPasswords(): string[] {
  const found = new Set<string>();
  for (const make of [digits, keys, repeated, phrases, words]) {
    for (const password of make()) {
      if (password.length >= LEAST) found.add(password);
      if (found.size === 10_000) return [...found];
    }
  }
  throw new Error(`The rules make ${found.size} passwords only`);
}

/** Words of a list for dice, of which four or more are taken at random. */
const DICE =
  `abacus ablaze acorn agile almanac amulet anthill aqueduct ashes awning bagpipe balsam barley
  basalt beacon bellows bobsled bramble brisket cabbage candid canopy caravan cashew cellar chisel
  cinder cobalt compost coral crumb curfew dagger dapple decimal dimple doorknob drizzle duvet ember
  enamel envoy fathom fennel ferment fiddle flint footpath freckle gadget gallop garnish gazelle gnarl
  goblet gravel gully hamlet harbor hazel heron hinge icicle igloo ivory jagged jasper jigsaw kayak
  kelp kiosk ladle lantern lattice lichen linen locket magnet maple meadow mitten morsel mulch nectar
  nettle nimble nozzle oasis oatmeal orbit otter paddle parsnip pebble pelican pewter plaza plume
  quarry quartz quiver radish raisin ravine reef ripple rubble saddle saffron scallop sextant shingle
  sleigh sparrow spinach sprocket tadpole tangle tapestry thimble thistle trellis tundra turnip
  umbrella uproar urchin vapor velvet vessel walnut waffle whisker wicker yonder zigzag zinc`
    .split(/\s+/);

/** 2,000 passwords as managers of passwords make them, by a fixed seed. */
export function goodPasswords(): string[] {
  let state = 12345;
  const random = (most: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % most;
  };
  const pick = <T>(from: ArrayLike<T>) => from[random(from.length)]!;
  const word = () => pick(DICE);
  const many = (length: number, make: () => string) => Array.from({ length }, make);
  const characters = (length: number, from: string) => many(length, () => pick(from)).join("");
  const lower = "abcdefghijklmnopqrstuvwxyz";
  const all = `${lower}${lower.toUpperCase()}0123456789`;
  const makers = [
    () => many(4, word).join(" "),
    () => many(4, word).join(""),
    () => many(3, () => capital(word())).join("-") + random(10),
    () => characters(15, lower),
    () => characters(16, all),
    () => characters(20, `${all}!@#$%^&*`),
    () => many(3, () => characters(6, all)).join("-"),
    () => characters(32, "0123456789abcdef"),
    () => characters(20, "0123456789"),
    () => `${word()} ${pick(WORDS)} ${word()} ${pick(WORDS)}`,
  ];
  return Array.from({ length: 2000 }, (_, i) => makers[i % makers.length]!());
}
