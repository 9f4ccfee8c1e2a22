/**
 * What the most common passwords are made of: words, famous phrases, and the keys beside each
 * other on keyboards.
 *
 * @module
 */

/** In lower case, separated by spaces. */
const WORDS_TEXT = `
  abby abigail access account adam adidas admin adminadmin administrator alaska albert alex
  alexander alexandra alexis alice alien alpha always amanda amber america amigo amor amore amour
  anderson andrea andrew angel angela angelina angels animal anna annie anthony antonio apple
  april arizona arsenal arthur ashley asia asshole astro athena audi august austin autumn avril
  azerty babe baby babygirl bailey ball banana band barbara barcelona barney baseball basketball
  bass batman bear beautiful beauty beaver becky bella benjamin berlin best betty bible big
  bigdaddy bird bitch biteme black blackberry blahblah blaze blessed blonde blood blue bluebird
  bond bonjour bonnie booboo boomer boss boston boxer boys bradley brandon brandy brasil brazil
  brian brooklyn brother bruce bruno bubba bubbles buddy bull bunny burger buster butter butterfly
  cactus california camaro cameron canada candy captain cards carlos carmen carolina caroline
  casper cat cats champion chance change changeit changeme chaos charles charlie charlotte cheese
  chelsea cherry chess chester cheyenne chicago chicken chocolate chouchou chris christian
  christina christine christopher chronic church clara classic claudia clave club cobra cocacola
  coco code coffee coke college colorado company computer contrasena contraseña cookie cool cooper
  copper corinthians corvette courtney cowboy cowboys crazy creative cricket crystal cuddles
  custom cute daddy daisy dakota dallas dance danger daniel daniela danielle dark darkness data
  dave david dead death debbie december default delta demo demon denis dennis denver destiny
  deutschland devil dezember diamond diana dick doctor dog doggy dogs dollar dolphin dolphins
  donald door doudou dragon dragonball dream dreamer dreams dude eagle eagles earth easy eclipse
  edward einstein elena elephant elizabeth elvis emily emma emmanuel energy enero england enter
  enterprise eric erika estrella europe eva everton explorer extra extreme fabio facebook fairy
  faith falcons familia family fantasy fast father febrero februar february ferrari ferret fevrier
  ficken fire fireball firebird fish fishing flamengo flash florida flower flowers fluffy football
  forever fox france frank franklin fred freddy freedom freitag fresh friday friend friends frog
  fuck fuckoff fuckyou fun fussball future gabriel gabriela galaxy game gamer games garden
  garfield gary gateway geheim geheimnis gemini genesis george gerald germany geronimo ghost
  giants gibson ginger giovanni girl girlfriend girls giulia glory goat godzilla gold golden
  goldfish golf good goodluck google gordon gothic grace graphics green greenday gregory griffin
  group guest guido guitar gundam gunner hacker hallo hammer hannah happiness happy hardcore
  harley harry haslo hate hawaii health heart heat heather heaven helena helene hello helloworld
  helper henry hero heslo hidden hockey hola holiday holland home honda honey hope horse horses
  hot hotdog house houston hulk hummer hunter hunting ibanez ice iceman iloveme iloveu iloveyou
  india infinity info inside internet irish iron ironman isabel isabella island italia jack
  jackass jackson jaguar jake james janet januar january janvier japan jasmine jason jeff jennifer
  jenny jeremiah jeremy jerry jesse jessica jessie jesus jewel jimmy joey john johnny johnson
  joker jonathan jordan joseph josh joshua joyce juillet julia julian julie july june junior
  justin juventus karate karen karina kate katie kawasaki kelly kennwort kevin killer kimberly
  king kings kingston kiss kitten kitty knights kocham kristina lakers lalala lasvegas laura
  lauren legend leon leonardo leslie letme letmein letmeinnow liberty liebe liefde life lifestyle
  light lilly lily linda lion lisa live liverpool local lola london long lord louis louise loulou
  love lovelove lovely loveme lover lovers loves loveyou lucas lucifer lucky lucy luis luke lunes
  madison maggie magic mail man manchester march marcus margaret maria marie marina marines mark
  marlboro marley mars marseille martes martin mary master masterkey matrix matthew maverick max
  maximus maxwell medical melissa member mercedes mercury merlin metal mexican mexico michael
  michelle mickey midnight mike milan miller mine miracle mississippi missy mobile model molly
  monday money monica monika monkey monster montag moon moose morgan morris motdepasse mother
  motorola mountain mouse movie mozart muffin murphy music mustang mypassword myspace natalia
  natalie natasha nathan nature network never new newcastle newpassword newton newyork nicholas
  nick nicola nicole night ninja nintendo nirvana nokia nora nothing november nurse ocean october
  office oktober olga oliver olivia omega open optimus oracle orange oscar panda panther papa
  paradise paradox paris parker parola party pass passport passwd password passwort patricia
  patrick paul paula peace peach peanut pedro people pepper personal peter peterpan phantom philip
  phoenix photo physics piano pickle picture pirate pizza planet play playboy player playstation
  please poison pokemon police polska poop pop popcorn porsche portugal power pretty pride prince
  princess princesse private professor pumpkin punk puppy purple python quality queen queens
  rabbit rachel racing radio raider raiders rain rainbow ralph random ranger rangers raven real
  realmadrid rebecca rebel red redskins reggae regina remember rex richard rick ricky river road
  robert robin rock rocket rocknroll rockstar rocky roger roman romeo ronald ronaldo root rosa
  rose roses rosie roxy ruby runescape russia rusty ryan saints sally sam samantha sammy samsung
  sandra santa sara sarah satan saturday savage scarface schatz schatzi school scooter scorpion
  scott sebastian secret secure security senha september sergey service seven sex sexy shadow
  shannon shark shelby sierra silver simon simple simpsons sister site six sixsix skateboard
  skippy sky slayer slipknot smart smile smith smokey smooth snake snoopy snow snowball snowman
  soccer softball soleil sommer song sonic sonnenschein sony sophie soul south space spain
  spanking sparky spartan speed speedy spider spiderman spirit spooky sport sports spring squad
  squirrel stalker star starlight stars start startrek starwars steel steelers stella stephanie
  steve steven stone storm strawberry street strong student stupid suckit sugar summer sun sunday
  sunflower sunny sunshine super superman superstar support surfer survivor susan sweet sweetie
  swordfish sydney system taylor teacher team teamo tech teddy temporary tennis teresa terry test
  testing testtest texas thailand theman theresa thomas thunder thursday tiffany tiger tigers
  tigger tim time tina tinkerbell titanic today tom tommy tomorrow tony top toto toyota travel
  travis trees trick trinity trouble truck trust trustme trustno tuesday turtle tweety twilight
  tyler type undertaker unicorn united universal user usuario valentin valentina vampire vampires
  vanessa vegas venus vera veronica victor victoria victory viking village viola violet viper
  virginia virus vision vodka volcano wachtwoord walker wall walter warcraft warrior warriors
  water web webmaster wednesday welcome welkom west westside whatever whiskey white wild william
  willkommen willow windows wine winner winston winter wizard wolf wolverine wolves woman women
  wonder wonderful woody word work world wrestling xavier xbox yamaha yankees year yellow yes
  young yourself zebra zeus zombie zorro любовь пароль привет`;

/** Without spaces between their words. */
const PHRASES_TEXT = `
  abracadabra allyourbasearebelongtous amazinggrace attheendoftheday batman bayernmunich
  bohemianrhapsody callmeishmael captainamerica carpediem changemenow changemeplease cogitoergosum
  correcthorsebatterystaple darthvader donaldduck donttellanyone dontworrybehappy
  elementarymydearwatson fcbarcelona forgotpassword fourscoreandsevenyearsago
  franklymydearidontgiveadamn fuckoff fuckthis fuckyou gameofthrones godisgood godisgreat
  godsavetheking godsavethequeen goodbye goodmorning goodnight gotohell hakunamatata
  happilyeverafter happybirthday happynewyear harrypotter hastalavistababy hellokitty
  hellomyfriend hellothere helloworld herecomesthesun hermionegranger heyjude highwaytohell
  hotelcalifornia houstonwehaveaproblem humptydumpty iamyourfather idontcare idontknow
  idontremember iforgotmypassword ihatepasswords ihateyou illbeback iloveme ilovemycat ilovemydog
  ilovemyfamily iloveyou iloveyoubaby iloveyouforever iloveyoumom iloveyousomuch
  imagineallthepeople ingodwetrust inthebeginning inthebeginninggodcreated ironman itsasecret
  itwasthebestoftimes iwanttoholdyourhand jamesbond jesusismylord jesuslovesme jesuslovesyou
  jumpsoverthelazydog justdoit keepcalmandcarryon letitbe letmein letmeinplease
  lifeislikeaboxofchocolates livelaughlove livelongandprosper liverpoolfc lordoftherings
  loremipsum loremipsumdolorsitamet losangeles lovelaughlive lukeiamyourfather lukeskywalker
  manchesterunited maryhadalittlelamb maytheforce maytheforcebewithyou merrychristmas mickeymouse
  nevergiveup nevergonnagiveyouup newyorkcity nopassword onceuponatime onering
  oneringtorulethemall opensesame openthedoor ourfatherwhoartinheaven princessleia quickbrownfox
  realmadrid rickandmorty rosesarered rosesareredvioletsareblue rowrowrowyourboat sanfrancisco
  sherlockholmes showmethemoney smellsliketeenspirit spiderman spongebob spongebobsquarepants
  stairwaytoheaven startrek starwars statueofliberty supercalifragilisticexpialidocious superman
  supermario sweetchildofmine thelordismyshepherd thequickbrownfox
  thequickbrownfoxjumpsoverthelazydog thereisnoplacelikehome theresnoplacelikehome thisisapassword
  thisismypassword thunderstruck tobeornottobe tobeornottobethatisthequestion tomorrowisanotherday
  topsecret trustnoone twinkletwinklelittlestar unitedstates unitedstatesofamerica valarmorghulis
  venividivici violetsareblue wearethechampions welcometothejungle wewillrockyou whatismypassword
  winteriscoming yeswecan yippeekiyay youllneverwalkalone youshallnotpass`;

const split = (text: string) => text.trim().split(/\s+/);

/** Words that can be looked for at a place of a text. */
export class WordIndex {
  readonly #words: ReadonlySet<string>;
  readonly #byStart: ReadonlyMap<string, readonly string[]>;
  readonly #byEnd: ReadonlyMap<string, readonly string[]>;

  constructor(words: Iterable<string>) {
    this.#words = new Set(words);
    this.#byStart = byStartOf([...this.#words]);
    this.#byEnd = byStartOf([...this.#words].map(turned));
  }

  /** Returns `true` for one of the words. */
  has(word: string): boolean {
    return this.#words.has(word);
  }

  /** The words that are written at a place. */
  at(text: string, place: number): string[] {
    return find(this.#byStart, text, place);
  }

  /** What is written at a place, and is a word backwards. */
  backwardsAt(text: string, place: number): string[] {
    return find(this.#byEnd, text, place);
  }
}

/** The text backwards. */
export function turned(text: string): string {
  return [...text].reverse().join("");
}

/** Characters by which words are found. */
const START = 2;

function byStartOf(words: readonly string[]): Map<string, string[]> {
  const index = new Map<string, string[]>();
  for (const word of words) {
    const start = word.slice(0, START);
    const known = index.get(start);
    if (known) known.push(word);
    else index.set(start, [word]);
  }
  return index;
}

function find(
  index: ReadonlyMap<string, readonly string[]>,
  text: string,
  place: number,
): string[] {
  const words = index.get(text.slice(place, place + START)) ?? [];
  return words.filter((word) => text.startsWith(word, place));
}

/** Small words between others. */
export const FILLERS: ReadonlySet<string> = new Set(
  split("an and are at be for in is it me my no not of on or our that the this to we you your"),
);

/** Words that are guessed first, famous phrases without spaces, and small words. */
export const COMMON: WordIndex = new WordIndex([
  ...split(WORDS_TEXT),
  ...split(PHRASES_TEXT),
  ...FILLERS,
]);

/** Rows of keyboards, from the top; a key also touches those above and below it. */
const KEYBOARDS: readonly (readonly string[])[] = [
  ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"],
  ["1234567890", "qwertzuiop", "asdfghjkl", "yxcvbnm"],
  ["1234567890", "azertyuiop", "qsdfghjklm", "wxcvbn"],
  ["!@#$%^&*()", "qwertyuiop"],
];

/** Pairs of keys beside, above or below each other, such as `qw`, `wq` and `1q`. */
export const BESIDE: ReadonlySet<string> = new Set(KEYBOARDS.flatMap(pairsOf));

/** Ways over the keys for numbers. */
export const WAYS: ReadonlySet<string> = new Set(
  split("147 258 369 741 852 963 159 951 357 753 2580 0852"),
);

function pairsOf(rows: readonly string[]): string[] {
  const pairs: string[] = [];
  const add = (one: string, other: string | undefined) => {
    if (other) pairs.push(one + other, other + one);
  };
  rows.forEach((row, y) =>
    [...row].forEach((key, x) => {
      add(key, row[x + 1]);
      for (const below of [x - 1, x]) add(key, rows[y + 1]?.[below]);
    })
  );
  return pairs;
}
