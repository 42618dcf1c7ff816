// Case-insensitive patterns for personal numbers and their labels.

export const NUMBER = String.raw`(?=[\p{L}\d-]{0,12}\d)(?:\p{L}{1,3} |\p{L}{0,5}-?)\d[\p{L}\d]{0,14}(?:[-. /][\p{L}]{0,3}\d[\p{L}\d]{0,10}){0,4}`
export const LEADS_TO = String.raw`(?:[^\p{L}\d~]|\b(?:is|was|are|starts?|starting|begins?|beginning|printed|visible|still|being|like|there|also|got|have|has|used|under|appears|came|comes|up|its|that|we|i|no|nos|num|number|numbers|nbr|id|of|the|it|ends?|ending|in|with|as|listed|reads?|shows?|says?|on|file|for|her|his|their|this|pt|patient|last|four|4|digits)\b){1,14}`
