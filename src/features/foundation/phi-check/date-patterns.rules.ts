// Case-insensitive patterns for dates, births, and ages.

export const MONTH = String.raw`(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)`
export const ORDINAL = String.raw`(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\p{L}{3,5}teenth|twentieth|thirtieth|(?:twenty|thirty)[- ]\p{L}{4,8}(?:st|nd|rd|th))`
export const DAY_OF_MONTH = String.raw`(?:the )?(?:\d{1,2}(?:st|nd|rd|th)?|${ORDINAL})(?: of| day of)?[- .]{0,2}${MONTH}(?!\p{L})|${MONTH}\.?[- ]?(?:the )?(?:\d{1,2}(?:st|nd|rd|th)?|${ORDINAL})\b`
export const YEAR = String.raw`(?:(?:19|20)\d\d|'?\d\d)\b`
export const FULL_DATE = String.raw`\b(?:\d{1,2} ?[/.-] ?\d{1,2} ?[/.-] ?${YEAR}|(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}\b|(?:${DAY_OF_MONTH})[-,. ]{0,3}(?:of |in )?${YEAR})`
export const DATE = String.raw`(?:${FULL_DATE}|\b(?:0?[1-9]|1[0-2])/(?:0?[1-9]|[12]\d|3[01])\b(?!/)|\b(?:${DAY_OF_MONTH}))`
export const BIRTH = String.raw`(?:\bd[./]? ?o[./]? ?b\b\.?|\bb(?:irth)?[- ]?(?:day|date)s?\b|\bdates? of (?:(?:her|his|their) )?birth\b|\bborn\b|\bb\.(?= ?\d)|\bbirth ?dated?\b)`
export const NUMBER_OR_WORD = String.raw`(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen)`
export const AGE = String.raw`(?:\b[mf][/, ]{0,2}\d{2}\b|\b${NUMBER_OR_WORD}[- ](?:years?|(?:months?|weeks?|days?)[- ]old|y\.?o)\b|\b(?:aged?|turned|turning) ${NUMBER_OR_WORD}\b|\b(?:aged?|age of) ?:? ?\d{1,3}\b|\b\d{1,3}[- ]?(?:y\.?\/?o\.?\b|yrs?\b|years?\b|months?[- ]old\b|weeks?[- ]old\b|days?[- ]old\b|y\b|/? ?[mf]\b|[ -]?(?:male|female)\b)|\b(?:in|turned|is|was) (?:her|his|their )?\d{2}\b(?! ?(?:%|mg|ml|minutes|hours|days|percent|pages|records|cases)))`
export const HOLIDAY = String.raw`(?:leap day|(?:new year'?s|christmas|xmas|valentine'?s|halloween|thanksgiving|easter|independence|boxing|mother'?s|father'?s|memorial|labor|veterans|(?:st\.?|saint) patrick'?s|groundhog|april fools'?)(?: (?:day|eve|sunday|morning|night))?|(?:fourth|4th) of july|cinco de mayo|juneteenth)`
