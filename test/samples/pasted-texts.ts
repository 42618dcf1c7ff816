/** Clipboard contents as programs write them, and the Markdown that they become. */
type PastedSample = { html: string; text?: string; markdown: string }

const wordList = (level: number, mark: string, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${level / 2}in;mso-add-space:\nauto;text-indent:-.25in;mso-list:l0 level${level} lfo1'><![if !supportLists]><span\nstyle='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span\nstyle='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`

const WORD = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal {margin:0in; font-size:11.0pt;} --></style></head>
<body lang=EN-US style='tab-interval:.5in;word-wrap:break-word'>
<!--StartFragment-->
<h1>Reading a record<o:p></o:p></h1>
<p class=MsoNormal>Start with the <b>date</b> <b><i>and</i></b><i> the time</i>,
and see <a href="https://example.com/records?a=1&amp;b=2">the guide</a>.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
${wordList(1, '·', 'Who <b>wrote</b> it')}
${wordList(2, 'o', 'The nurse')}
${wordList(1, '·', 'When')}
<p class=MsoNormal>Then:<o:p></o:p></p>
${wordList(1, '1.', 'Sign')}
${wordList(1, '2.', 'Date')}
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0>
 <tr><td width=100 valign=top><p class=MsoNormal><b>Time</b><o:p></o:p></p></td><td><p class=MsoNormal><b>Entry</b><o:p></o:p></p></td></tr>
 <tr><td><p class=MsoNormal>9:15<o:p></o:p></p></td><td><p class=MsoNormal>Pain 3 | 10,<o:p></o:p></p><p class=MsoNormal>BP &lt; 90<o:p></o:p></p></td></tr>
</table>
<!--EndFragment-->
</body></html>`

const span = (text: string, style = 'font-weight:400;font-style:normal') =>
  `<span style="font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;${style};text-decoration:none;vertical-align:baseline;white-space:pre-wrap;">${text}</span>`

const GOOGLE_DOCS = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1f0c"><h2 dir="ltr" style="line-height:1.38;"><span style="font-size:16pt;font-weight:700;">What to bring</span></h2><p dir="ltr" style="line-height:1.38;">${span('Bring a ')}${span('watch', 'font-weight:700;font-style:normal')}${span(' and a ')}${span('pen', 'font-weight:400;font-style:italic')}${span(', see ')}<a href="https://www.google.com/url?q=https://example.com/a%3Fb&amp;sa=D" style="text-decoration:none;">${span('this list')}</a>${span('.')}</p><br /><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation">${span('First')}</p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation">${span('Within')}</p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation">${span('Second')}</p></li></ul><ol start="3"><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation">${span('Third')}</p></li></ol><p dir="ltr">${span('10')}<span style="font-weight:400;vertical-align:super;"><sup>6</sup></span>${span(' cells')}</p><div dir="ltr" align="left"><table><colgroup><col width="100" /><col width="100" /></colgroup><tbody><tr><td><p dir="ltr">${span('Dose', 'font-weight:700')}</p></td><td><p dir="ltr">${span('Time', 'font-weight:700')}</p></td></tr><tr><td><p dir="ltr">${span('5 mg')}</p></td><td><p dir="ltr">${span('9:00')}</p></td></tr></tbody></table></div><p><img src="https://lh7.googleusercontent.com/picture" width="100" height="50" /></p></b><br class="Apple-interchange-newline">`

const wordOnlineItem = (level: number, text: string) =>
  `<div class="ListContainerWrapper SCXW1 BCX8"><ul class="BulletListStyle1" role="list"><li data-leveltext="" data-aria-level="${level}" role="listitem" class="OutlineElement Ltr"><p class="Paragraph" paraid="1"><span data-contrast="auto" class="TextRun"><span class="NormalTextRun">${text}</span></span><span class="EOP">&nbsp;</span></p></li></ul></div>`

export const PASTED: Readonly<Record<string, PastedSample>> = {
  'Word for Windows and Mac': {
    html: WORD,
    text: 'Reading a record\r\nStart with the date and the time, and see the guide.\r\n',
    markdown: `# Reading a record

Start with the **date _and_** *the time*, and see [the guide](https://example.com/records?a=1\\&b=2).

- Who **wrote** it
  - The nurse
- When

Then:

1. Sign
2. Date

| Time | Entry                 |
| ---- | --------------------- |
| 9:15 | Pain 3 \\| 10, BP < 90 |`,
  },
  'Word for the web': {
    html: `<html><body><!--StartFragment--><div class="OutlineElement"><p class="Paragraph" role="heading" aria-level="2"><span class="TextRun"><span class="NormalTextRun">Before the exam</span></span><span class="EOP">&nbsp;</span></p></div>${wordOnlineItem(1, 'First')}${wordOnlineItem(2, 'Within')}${wordOnlineItem(1, 'Second')}<div class="OutlineElement"><p class="Paragraph"><span class="TextRun" style="font-weight:bold">All</span><span class="TextRun"> done.</span><span class="EOP">&nbsp;</span></p></div><!--EndFragment--></body></html>`,
    markdown: '## Before the exam\n\n- First\n  - Within\n- Second\n\n**All** done.',
  },
  'Google Docs': {
    html: GOOGLE_DOCS,
    markdown: `## What to bring

Bring a **watch** and a *pen*, see [this list](https://example.com/a?b).

- First
  - Within
- Second

3. Third

10⁶ cells

| Dose | Time |
| ---- | ---- |
| 5 mg | 9:00 |`,
  },
  'a web page': {
    html: `<html><body><!--StartFragment--><p>One<br>two</p><blockquote><p>Said <del>once</del>.</p></blockquote><table><tr><td>Only arranged.</td></tr></table><p hidden>never</p><span style="display: none">never</span><hr>1. Not a list * or _this_<!--EndFragment--></body></html>`,
    markdown: 'One\\\ntwo\n\n> Said ~~once~~.\n\nOnly arranged.\n\n---\n\n1\\. Not a list \\* or \\_this\\_',
  },
  'a page with attacks': {
    html: `<p>Safe <a href="javascript:alert(1)">script</a> <a href="data:text/html,x">data</a><script>window.wasRun = 1</script><img src="x" onerror="window.wasRun = 1"><svg onload="window.wasRun = 1"><text>x</text></svg><iframe srcdoc="<script>parent.wasRun = 1</script>"></iframe> &lt;script&gt;window.wasRun = 1&lt;/script&gt; <style>@import "x"</style><b>end</b></p>`,
    markdown: 'Safe script data \\<script>window.wasRun = 1\\</script> **end**',
  },
  'a text editor, as Markdown': {
    html: '<meta charset="utf-8"><pre>## Heading\n\n- **bold**</pre>',
    text: '## Heading\n\n- **bold**',
    markdown: '## Heading\n\n- **bold**',
  },
  'a plain paragraph': {
    html: '<meta charset="utf-8"><span>One,</span><div>two</div>',
    text: 'One,\ntwo',
    markdown: 'One,\n\ntwo',
  },
}
