// Passwords and words that head the published lists of leaked passwords, in lower case. They are refused as they are and
// with up to six digits or signs after them, so `password`, `Password1!` and `p@ssw0rd` need one entry.
const WORDS = `
password passwort passwd pass passw passwords passphrase password1 pass1234 mypassword newpassword thepassword yourpassword ourpassword
changeme changeit change letmein letmeinnow openup opensesame open sesame secret secrets topsecret default admin administrator
administrador root toor system sysadmin manager master masterkey guest user users test tester testing testtest temp temporary demo
example sample login logmein signin welcome welcomeback hello hellohello helloworld hello123 hi hey goodbye access accessdenied
qwerty qwertyu qwertyui qwertyuiop qwertz qwertzui azerty azertyuiop asdf asdfg asdfgh asdfghj asdfghjk asdfghjkl asdfasdf zxcvbn
zxcvbnm zxcvb qazwsx qazwsxedc qweasd qweasdzxc qwaszx asdqwe zaqxsw wasd qwer qweqwe asdasd zxczxc poiuytrewq lkjhgfdsa mnbvcxz
abc abcd abcde abcdef abcdefg abcdefgh abcabc aabbcc abc123 abcd1234 a1b2c3 a1b2c3d4 aa123456 a123456 a12345678 a123456789 1q2w3e
1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 q1w2e3 q1w2e3r4 q1w2e3r4t5 zaq12wsx zaq1zaq1 1qaz 2wsx 123qwe 123qweasd 123abc 12qwaszx
123456 1234567 12345678 123456789 1234567890 12345 1234 123123 123123123 1234512345 12341234 123321 12344321 123454321 1234554321
111111 11111111 222222 22222222 333333 444444 555555 55555555 666666 66666666 777777 7777777 77777777 888888 88888888 999999 99999999
000000 00000000 0123456789 0987654321 987654321 87654321 7654321 654321 112233 11223344 1122334455 121212 12121212 131313 232323
696969 69696969 101010 10101010 102030 10203040 123654 123654789 147258 147258369 159357 159753 741852963 789456 789456123 852456
951753 963852741 147852 147852369 246810 135790 13579 24680 314159 31415926 3141592653 20002000 19841984 20202020 420420 007007
iloveyou iloveu iloveyou1 iloveyou2 ilovehim ilovehim1 iloveher ilovemyself ilovejesus ilovegod ilovemom ilovemyfamily iloveme
loveyou loveme lovely lover lovers love loveit lovelove mylove truelove onelove sweetlove loverboy lovergirl babylove loving loved
sunshine princess princesa angel angels angelo angela angelina baby babygirl babyboy babydoll babyblue babyface babyphat sweetie
sweety sweetheart sweetpea honey honeybee honeybun sugar cupcake cookie cookies candy candygirl chocolate chocolat cinnamon vanilla
strawberry cherry blueberry apple apples banana bananas orange oranges peaches peanut peanutbutter pumpkin pepper peppers ginger
coffee cheese cheesecake pizza bacon butter buttercup butterfly butterflies dragonfly ladybug ladybird monkey monkeys monkeyboy
dragon dragons dragonball tiger tigers tigger lion lions lionking panther panthers cheetah bear bears teddybear wolf wolves wolfpack
eagle eagles falcon falcons hawk hawks raven ravens phoenix dolphin dolphins shark sharks whale turtle turtles frog froggy froggie
bulldog bulldogs puppy puppies puppydog doggy doggie dog dogs mydog kitty kittycat kitten kittens cat cats catdog pussycat whiskers
bunny rabbit hamster horse horses mustang pony stallion chicken chickens duck ducky goose penguin penguins panda pandas koala zebra
giraffe elephant spider spiderman spidey batman superman supergirl superwoman wonderwoman ironman hulk wolverine deadpool avengers
captain captainamerica pokemon pikachu charizard naruto sasuke sakura goku gandalf frodo hobbit starwars startrek skywalker
lukeskywalker darthvader jedi yoda matrix trinity neo morpheus terminator predator godzilla kingkong jamesbond bond007 rocky rambo
harrypotter hermione dumbledore slytherin gryffindor hogwarts twilight barbie mickey mickeymouse minnie minniemouse donald
donaldduck disney disneyland winnie winniethepooh snoopy garfield scooby scoobydoo scooter tweety tweetybird bugsbunny simpsons
homer bart bartsimpson spongebob patrick hellokitty cinderella snowwhite tinkerbell peterpan ariel nemo simba pumbaa
football football1 baseball basketball softball soccer volleyball hockey tennis golf golfer golfing swimming swimmer skating skater
skateboard snowboard surfing surfer runner running bowling boxing wrestling cheer cheerleader gymnastics dance dancer dancing ballet
yankees cowboys redsox lakers steelers packers patriots raiders redskins broncos giants dodgers cubs celtics chelsea arsenal
liverpool manchester manutd barcelona realmadrid juventus acmilan ronaldo messi beckham jordan jordan23 kobe lebron nascar ferrari
porsche corvette camaro mustang1 chevy chevrolet ford mercedes bmw audi honda toyota nissan subaru yamaha suzuki kawasaki harley
harleydavidson motorcycle racing trucker truck
michael michelle michele jennifer jessica ashley amanda daniel daniela danielle matthew andrew andrea joshua jonathan anthony
christopher christian christina christine chris charlie charles charlotte thomas robert roberto richard william james jason justin
jordan joseph john johnny jack jackson jake jacob george david nicole nicholas nathan natasha natalie samantha sammy samuel samson
alexander alexandra alexandria alexis alex alejandro alejandra adrian adriana angel antonio antonia benjamin brandon brittany brian
bailey buster bella brooklyn cameron carlos carolina caroline carol cassie catherine chelsea cheyenne chloe claudia courtney crystal
dakota dallas dennis diamond diana dominic dylan eduardo elizabeth emily eric erica fernando florence francis gabriel gabriela
gabrielle gloria grace hannah heather hunter isabella isabelle jasmine jasper javier jeffrey jeremy jesse jessie jesus joanna joseph
julia julian juliana justine karen karina katherine kathleen kayla kelly kenneth kevin kimberly kristen kristin larry laura lauren
leonardo leslie lauren linda lindsay lindsey louise lucky lucas madison maggie marcus margaret maria mariana marie marina mario martha
martin martina mary mason maxwell max megan melanie melissa mercedes miguel miranda molly monica morgan murphy nancy nathaniel nelson
nikki oliver olivia oscar pamela patricia patrick paul peter philip phillip priscilla rachel raymond rebecca ricardo riley robinson
rodriguez roger ronald rosemary russell ryan sabrina sandra sarah savannah scott sebastian sergio shannon shawn sierra simon sofia
sophia sophie spencer stella stephanie stephen steven stewart summer susan sydney taylor teresa theresa tiffany timothy tyler valentina
valentine valeria vanessa veronica victor victoria vincent virginia walter warren wendy whitney winston yolanda zachary zoe
january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday
sunday spring summer summertime autumn winter wintertime holiday holidays christmas xmas easter halloween birthday happybirthday
america american usa england london paris france berlin germany deutschland canada toronto mexico brazil brasil argentina espana
madrid italia australia sydney melbourne newyork newyorkcity california losangeles hollywood chicago texas dallas houston austin
florida miami orlando boston philadelphia pittsburgh arizona phoenix colorado denver seattle portland lasvegas vegas hawaii georgia
atlanta alabama tennessee kentucky virginia carolina michigan detroit ohio cleveland indiana minnesota wisconsin oklahoma louisiana
india pakistan china japan tokyo korea russia moscow africa europe asia
shadow shadows mastermind killer hunter ranger rangers warrior warriors soldier sniper ninja ninjas samurai pirate pirates viking
vikings knight knights king kings kingdom queen queens prince princes wizard wizards magic magical merlin mystic phantom ghost demon
devil devils satan lucifer hell heaven heavenly god godisgood godislove godbless jesus jesuschrist jesus1 jesussaves christ christian
church faith faithful blessed blessing blessings bless hope grace gracie mercy trust trustno trustno1 trustme believe believer amen
hallelujah praise peace peaceful freedom liberty justice victory victorious glory forever foreverlove always eternity infinity
destiny miracle serenity harmony happiness happy happyday happygirl smile smiley smiles laughter lucky luckyone luckyday luckydog
fuckyou fuckme fuckoff fucker fuckit motherfucker asshole bitch bitches bastard bullshit shithead dickhead sexy sexygirl sexyboy
sexylady sexybitch pussy porn hardcore playboy hustler stripper boobies bigdick biteme kissme kisses hugs hugsandkisses
computer computers internet network server servers windows windowsxp microsoft apple macintosh macbook iphone samsung samsung1 nokia
motorola blackberry android google facebook twitter youtube instagram myspace linkedin yahoo hotmail gmail amazon netflix spotify ebay
paypal adobe oracle cisco linux ubuntu debian redhat unix windows10 office outlook excel database mysql postgres webmaster website
hacker hackers hacking programmer developer software hardware keyboard monitor printer laptop desktop nintendo playstation xbox
gamer gaming games game player minecraft roblox fortnite warcraft worldofwarcraft starcraft diablo halo callofduty counterstrike
zelda mario luigi sonic megaman finalfantasy runescape
music musica musical guitar guitarist piano drummer drums violin trumpet singer singing rockstar rocknroll rock metal metallica
nirvana slipknot linkinpark greenday eminem tupac biggie beatles rollingstones ledzeppelin pinkfloyd acdc gunsnroses bonjovi madonna
britney beyonce rihanna shakira shakira1 onedirection justinbieber bieber jonasbrothers jonas hannahmontana elvis
flower flowers flowerpower rose roses rosebud lily daisy daisies violet sunflower jasmine orchid tulip garden rainbow rainbows
sunset sunrise sunny sun moon moonlight moonshine star stars starlight stardust starfish starship galaxy universe planet earth ocean
oceans beach beaches river mountain mountains island thunder lightning storm stormy snow snowball snowflake snowman rain rainy fire
firefly fireman firefighter firebird ice iceman icecream water summer crystal diamond diamonds gold golden goldfish silver silverado
platinum ruby emerald sapphire pearl turquoise
purple purplehaze yellow orange green greenday greens blue blueeyes bluebird bluesky black blackcat blackbird blackjack blackie
white whitney red redhead pink pinky brown scarlet
mother mommy mom momdad mummy father daddy daddysgirl dad papa family myfamily sister sisters brother brothers bigbrother grandma
grandpa nana children kids mykids mybaby myson son daughter wife husband boyfriend girlfriend bestfriend bestfriends friend friends
friendship friendsforever friends4ever bff bffs together
school college university student students teacher teachers class graduate graduation science mathematics maths history english
spanish library
nurse nurses nursing nurselife nurse1 registerednurse nursepractitioner doctor doctors medical medicine medic hospital clinic health
healthy healthcare patient patients caregiver angelofmercy surgery emergency paramedic dentist pharmacy stethoscope scrubs
legal legalnurse legalnurseconsultant lawyer attorney academy nurseacademy legalnurseacademy course courses training learning
money cash dollar dollars million millionaire billion billionaire rich richard business company success successful winner winners
champion champions number1 numberone first secure security private privacy protect protected safety safe safeword trouble danger
nothing nothing1 anything something whatever whatever1 whatsup nevermind never forget forgetme forgetit forgotten remember idontknow
idontcare dontknow dontforget noidea nopassword none nobody noone somebody someone everybody everyone
cowboy cowgirl gangster gangsta thug pimp player playa gangsta1 bigboy bigdaddy bigdog bigmac badboy badgirl badass goodboy goodgirl
goodluck goodlife lifeisgood life live livelife livelaughlove alive dream dreams dreamer dreaming sweetdreams imagine wonder
wonderful wonderland fantasy fantastic beautiful beauty gorgeous pretty prettygirl handsome cutie cutiepie cute cuteness hottie
hotgirl hotboy hotstuff hot cool coolgirl coolguy coolness awesome amazing excellent perfect special precious treasure
creative creation genius brilliant smart clever crazy crazygirl crazyboy stupid idiot dumbass loser lazy
freak freaky funny funnyface silly sillygirl bubble bubbles bubblegum marshmallow jellybean jelly gummybear gummybears skittles snickers
twinkle sparkle glitter shiny sparky smokey smoke marijuana weed drunk whiskey tequila vodka budlight corona guinness heineken beer
beerbeer jackdaniels pepsi cocacola drpepper mountaindew redbull starbucks mcdonalds
maverick goose iceman topgun gunner gunners bullet rocket rockets missile tank tanker marine marines army navy airforce military
police sheriff fbi cia nasa pilot airplane airborne flying flyer sailor sailing captain1 anchor submarine
einstein newton shakespeare mozart beethoven picasso davinci
january1 password12 password123 password1234 qwerty1 qwerty12 qwerty123 qwerty1234 letmein1 welcome1 monkey1 dragon1 admin123
administrator1 p@ssword p@ssw0rd pa55word passw0rd pa$$word pa$$w0rd
parola senha contrasena contraseña motdepasse bonjour soleil doudou chouchou loulou marseille hallo hallo123 schatz schalke sommer
geheim ficken hejsan sverige losenord salasana heslo haslo polska kochanie misiek teamo tequiero teamomucho mariposa estrella
corazon bonita hermosa amor amorcito miamor princesita chiquita tinkerbell amigos amizade familia flamengo corinthians palmeiras
gatinha brasil123 bismillah allah allahuakbar muhammad mohammed ahmed pakistan123 krishna ganesh saibaba omsairam india123
`

export const commonPasswords: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/))
