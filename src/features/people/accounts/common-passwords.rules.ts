import { dictionary } from '@zxcvbn-ts/language-common'

/**
 * About 49,000 leaked passwords from published lists, in lowercase, with the most common ones first. Of these, 17,950
 * have eight or more characters.
 */
const LEAKED_PASSWORDS = dictionary['passwords-common']
/** This many of the most common passwords are also rejected if digits or symbols follow them. */
const OFTEN_VARIED = 10_000

/**
 * Words that are missing near the top of those lists: from this profession, from recent years, and from languages that
 * are rare in the lists.
 */
const WORDS = `
passw passphrase newpassword thepassword yourpassword ourpassword changeit letmeinnow opensesame topsecret administrator administrador
root toor sysadmin masterkey users temporary example sample login logmein signin welcomeback hellohello helloworld hi hey accessdenied
qwertz qwertzui zxcvb wasd qwer zxczxc poiuytrewq lkjhgfdsa mnbvcxz abc abcd abcde abcdef abcdefg abcdefgh abcabc aabbcc zaq1zaq1 1qaz
2wsx 123123123 1234512345 12341234 222222 22222222 333333 444444 555555 55555555 66666666 777777 77777777 888888 88888888 999999 99999999
00000000 0123456789 0987654321 987654321 87654321 7654321 654321 121212 12121212 232323 69696969 101010 10101010 13579 3141592653 20002000
19841984 20202020 420420 ilovehim ilovehim1 iloveher ilovemyself ilovejesus ilovemom ilovemyfamily sweetlove lovergirl loved babyphat
honeybun candygirl blueberry peanutbutter cheesecake butterflies dragonfly ladybird monkeyboy whale turtles froggie dog mydog cat ducky
koala supergirl superwoman wonderwoman hulk avengers captainamerica charizard lukeskywalker darthvader neo hermione dumbledore slytherin
gryffindor hogwarts mickeymouse minniemouse donaldduck disneyland winniethepooh tweetybird bugsbunny bartsimpson cinderella snowwhite nemo
pumbaa volleyball skating cheer cheerleader gymnastics messi kobe lebron bmw harleydavidson motorcycle alexandria alejandra gabrielle max
nathaniel priscilla rodriguez zoe may wednesday summertime wintertime xmas happybirthday usa deutschland melbourne newyorkcity losangeles
philadelphia pittsburgh tennessee ohio minnesota wisconsin louisiana tokyo korea mastermind heavenly god godisgood godislove jesuschrist
jesussaves blessings bless mercy believer amen hallelujah peaceful victorious foreverlove happygirl laughter luckyday hugs hugsandkisses
computers servers windowsxp macintosh macbook iphone blackberry android twitter instagram myspace linkedin yahoo hotmail gmail netflix
spotify ebay paypal adobe linux ubuntu debian unix windows10 outlook excel database mysql postgres website hackers programmer developer
xbox gamer gaming roblox fortnite worldofwarcraft halo callofduty counterstrike zelda luigi finalfantasy guitarist singing linkinpark
rollingstones ledzeppelin acdc gunsnroses beyonce rihanna shakira1 onedirection justinbieber bieber jonasbrothers hannahmontana
flowerpower lily daisies tulip sun moonshine starlight mountains snowflake rainy firefighter ice silverado turquoise purplehaze red mom
mummy daddysgirl dad papa myfamily bigbrother nana myson son wife boyfriend girlfriend bestfriend bestfriends friendship friendsforever
friends4ever bff bffs students teachers class graduate graduation mathematics maths nurse nurselife nurse1 registerednurse
nursepractitioner doctors hospital clinic healthy healthcare patient patients caregiver angelofmercy emergency paramedic stethoscope
scrubs legal legalnurse legalnurseconsultant attorney academy nurseacademy legalnurseacademy course courses learning millionaire billion
billionaire successful champions numberone privacy protected safe safeword nothing1 whatever1 forgetme forgotten idontcare dontforget
noidea nopassword noone somebody everybody everyone thug gangsta1 goodlife lifeisgood livelife livelaughlove sweetdreams wonderland
fantastic prettygirl cute cuteness hotgirl hot coolgirl excellent brilliant crazygirl crazyboy lazy funnyface sillygirl bubblegum
marshmallow gummybear gummybears glitter shiny jackdaniels mountaindew starbucks mcdonalds missile fbi cia nasa submarine shakespeare
beethoven january1 password1234 admin123 administrator1 p@ssword pa$$word pa$$w0rd senha contrasena contraseña motdepasse doudou sverige
losenord heslo haslo kochanie teamo tequiero teamomucho corazon hermosa amor amorcito miamor princesita amizade familia corinthians
palmeiras gatinha brasil123 allah allahuakbar ahmed pakistan123 saibaba omsairam india123
`
  .trim()
  .split(/\s+/)

/** Passwords that are rejected only if they match exactly. */
export const commonPasswords: ReadonlySet<string> = new Set([...LEAKED_PASSWORDS, ...WORDS])

/**
 * Words that are also rejected with up to six digits or symbols after them. `password`, `Password1!`, and `p@ssw0rd`
 * need only one entry.
 */
export const commonWords: ReadonlySet<string> = new Set([...LEAKED_PASSWORDS.slice(0, OFTEN_VARIED), ...WORDS])
