/**
 * Words that the most common passwords are made of: with some digits and signs around them,
 * they are guessed first.
 *
 * @module
 */

/** In lower case, separated by spaces. */
const TEXT =
  `aaaaaaaa abcdefgh abcdefghi abcdefghij abcd1234 abc12345 abcd12345 access14 admin administrator
  adminadmin alexander alexandra amanda america anderson andrea andrew angel angela angelina
  anthony apple arsenal asdfasdf asdfgh asdfghjk asdfghjkl asdfjkl ashley asshole august austin
  autumn babygirl bailey banana barcelona baseball basketball batman beautiful benjamin berlin
  bigdaddy biteme blackberry blahblah blessed blink182 bluebird boomer brandon brooklyn bubbles
  buster butterfly cameron caroline carolina changeme changeit charles charlie charlotte chelsea
  cheese cheyenne chicago chicken chocolate christian christina christine christopher classic
  cocacola coffee college colorado company computer cookie corvette courtney cowboys creative
  crystal dakota dallas daniel daniela danielle darkness december default destiny diamond dolphin
  dolphins dragon dragonball dreamer eagles eclipse edward einstein elephant elizabeth emmanuel
  enterprise everton explorer extreme facebook falcons familia family fantasy february ferrari
  firebird fireball flower flowers football forever franklin freedom friday friend friends fuckyou
  fuckoff gabriel gabriela garfield gateway geheim geronimo ginger giovanni girlfriend godzilla
  goldfish goodluck google gordon graphics greenday guitar gundam gunner hallo hannah happiness
  happy hardcore harley hawaii heather heaven hello helloworld heslo hockey holiday holland hotdog
  houston hunter iceman iloveyou iloveu iloveme infinity internet ironman isabella jackson january
  jasmine jennifer jeremiah jessica johnson jonathan jordan joseph joshua juventus karate kawasaki
  kennwort kimberly kingston knights kristina lakers lalala lasvegas lauren legend leonardo letmein
  letmeinnow liberty lifestyle liverpool london lovelove loveme lovely lover loveyou lucky madison
  maggie magic manchester marina marines marlboro marseille martin master masterkey matrix matthew
  maverick melissa mercedes merlin mexico michael michelle mickey midnight mississippi missy
  monkey monster morgan mother motorola mountain mustang myspace mypassword nathan newcastle
  newpassword newyork nicholas nicole nintendo nirvana nothing november october office oliver
  olivia orange paradise paris parola passport passw0rd passwort password passwd pass pa55word
  patricia patrick pepper personal peterpan phoenix physics playboy player playstation please
  pokemon police porsche portugal pumpkin princess princesse private professor purple qazwsx
  qazwsxedc qwer1234 qwerasdf qwerty qwertyu qwertyui qwertyuiop qwertz qwertzuiop rachel raiders
  rainbow ranger rangers realmadrid rebecca redskins remember richard robert rocknroll rockstar
  ronaldo runescape russia samantha samsung sandra saturday schatz school scooter scorpion sebastian
  secret secure security september sergey service shadow shannon simpsons sixsix skateboard
  slipknot smokey snowball snowman soccer softball sommer sonnenschein sophie spain spanking
  spartan speedy spiderman spring squirrel stalker starlight startrek starwars steelers stephanie
  steven strawberry stupid suckit summer sunday sunflower sunshine superman superstar support
  survivor swordfish system taylor temporary teresa testing test testtest thailand theman thomas
  thunder tiffany tigger tinkerbell titanic tomorrow toyota trinity trouble trustme trustno
  tweety twilight undertaker unicorn united universal usuario valentin valentina vampire vanessa
  veronica victor victoria viking village violet virginia volcano wachtwoord warcraft warrior
  webmaster welcome westside whatever whiskey william willkommen windows winner winston winter
  wizard wolverine wonderful wrestling xavier yankees yellow yourself zaq12wsx zaqwsx zxcvbn
  zxcvbnm 1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3r4 q1w2e3r4t5`;

/** The words. */
export const COMMON: ReadonlySet<string> = new Set(TEXT.split(/\s+/));

/** Rows of keys, and the order of letters and digits: runs of them are guessed early. */
export const RUNS: readonly string[] = [
  "01234567890",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiop",
  "qwertzuiop",
  "asdfghjkl",
  "zxcvbnm",
  "yxcvbnm",
  "azertyuiop",
];
