/**
 * The medical units that the number check knows, and their words in ten languages. In a word, `.`
 * stands for an optional dot or space, as in the abbreviations of Indian languages.
 */

/**
 * The kinds of units. The numbers of all units of a kind in `orderedKinds` have one order; otherwise
 * the numbers of each unit have one. Words of `looseKinds` may stand apart from their number.
 */
type UnitKind = 'result' | 'dose' | 'size' | 'measure' | 'time' | 'form' | 'count';

export const orderedKinds: readonly UnitKind[] = ['result', 'dose', 'size', 'form'];
export const looseKinds: readonly UnitKind[] = ['time', 'form', 'count'];

export type Unit = { name: string; kind: UnitKind };

/** Prefixes of metric units: milli, micro and so on, in each script. */
const prefixes = {
  m: 'milli मिली मिलि मिल्ली মিলি মিলী மில்லி மிலி మిల్లీ మిల్లి మిలీ మిలి મિલી મિલિ ملی ಮಿಲಿ ಮಿಲ್ಲಿ മില്ലി മിലി ਮਿਲੀ ମିଲି',
  u: 'micro माइक्रो मायक्रो মাইক্রো மைக்ரோ మైక్రో માઇક્રો માઈક્રો مائیکرو مائکرو ಮೈಕ್ರೋ ಮೈಕ್ರೊ മൈക്രോ ਮਾਈਕ੍ਰੋ ମାଇକ୍ରୋ',
  n: 'nano नैनो नॅनो ন্যানো நானோ నానో નેનો نینو ನ್ಯಾನೋ ನ್ಯಾನೊ നാനോ ਨੈਨੋ ନାନୋ',
  p: 'pico पिको पीको পিকো பிகோ పికో પિકો پیکو ಪಿಕೋ ಪಿಕೊ പിക്കോ പൈക്കോ ਪਿਕੋ ପିକୋ',
  d: 'deci डेसी डेसि ডেসি டெசி డెసీ డెసి ડેસી ડેસિ ڈیسی ಡೆಸಿ ಡೆಸೀ ഡെസി ਡੈਸੀ ଡେସି',
  c: 'centi सेंटी सेंटि सेन्टी সেন্টি சென்டி సెంటీ సెంటి સેન્ટી સેન્ટિ સેંટી سینٹی ಸೆಂಟಿ ಸೆಂಟೀ സെന്റി സെൻ്റി ਸੈਂਟੀ ସେଣ୍ଟି',
  k: 'kilo किलो কিলো கிலோ కిలో કિલો کلو ಕಿಲೋ ಕಿಲೊ കിലോ ਕਿਲੋ କିଲୋ',
} as const;

/** Bases of metric units, with the prefixes they are used with. */
const bases = {
  g: {
    with: 'm u n p k d',
    words: 'gram gramme ग्राम ग्रॅम গ্রাম கிராம் గ్రాము గ్రామ్ గ్రాం ગ્રામ گرام ಗ್ರಾಂ ಗ್ರಾಮ್ ഗ്രാം ഗ്രാമ ਗ੍ਰਾਮ ଗ୍ରାମ',
  },
  L: {
    with: 'm u d',
    words:
      'litre liter लीटर लिटर লিটার লিটর லிட்டர் లీటర లీటరు లీటర్ లిటర్ લિટર લીટર لیٹر لٹر ಲೀಟರ್ ಲೀಟರ ಲಿಟರ್ ലിറ്റർ ലിറ്റ ലീറ്റർ ਲੀਟਰ ଲିଟର',
  },
  m: {
    with: 'm u c k',
    words: 'metre meter मीटर মিটার மீட்டர் மீட்ட మీటర మీటర్ મીટર میٹر ಮೀಟರ್ ಮೀಟರ മീറ്റർ മീറ്റ ਮੀਟਰ ମିଟର',
  },
  mol: { with: 'm u n p', words: 'mole mol मोल মোল மோல் మోల్ મોલ مول ಮೋಲ್ മോൾ മോള ਮੋਲ ମୋଲ' },
  Eq: {
    with: 'm',
    words: 'equivalent eq इक्विवेलेंट ईक्यू इक्वि ইকুইভ্যালেন্ট ஈக்வி ఈక్వి ઇક્વિ ایکویولینٹ ಈಕ್ವಿ ഇക്വി ਇਕੁਇ ଇକ୍ୱି',
  },
} as const;

const doses = new Set('mg ug ng pg g U mU uU mEq mmol umol nmol pmol mol'.split(' '));
const sizes = new Set('mm cm m in ft um'.split(' '));
const kindOf = (name: string): UnitKind => (doses.has(name) ? 'dose' : sizes.has(name) ? 'size' : 'measure');

/** Symbols and abbreviations, and words that do not follow the metric pattern. */
const measures: Record<string, string> = {
  mg: 'mg mgs मि.ग्रा मि.ग्राम मिग्रॅ एम.जी मि.ग्रॅ এম.জি মি.গ্রা மி.கி மி.கிராம் எம்.ஜி మి.గ్రా మిగ్రా ఎం.జీ ఎం.జి ఎమ్.జి મિ.ગ્રા મિગ્રા એમ.જી ایم.جی م.گرام ಮಿ.ಗ್ರಾಂ ಮಿ.ಗ್ರಾ ಎಂ.ಜಿ ಎಮ್.ಜಿ മി.ഗ്രാം മി.ഗ്രാ എം.ജി ਮਿ.ਗ੍ਰਾ ਐਮ.ਜੀ ମି.ଗ୍ରା ଏମ.ଜି',
  ug: 'mcg µg ug एम.सी.जी माइ.ग्रा मा.ग्रा মা.গ্রা মাই.গ্রা এম.সি.জি மை.கி எம்.சி.ஜி మై.గ్రా ఎం.సి.జి మా.గ్రా માઇ.ગ્રા એમ.સી.જી ایم.سی.جی ಮೈ.ಗ್ರಾಂ ಎಂ.ಸಿ.ಜಿ മൈ.ഗ്രാം എം.സി.ജി',
  ng: 'ng एन.जी न.ग्रा নে.গ্রা এন.জি நா.கி ఎన్.జి એન.જી این.جی ಎನ್.ಜಿ എൻ.ജി',
  pg: 'pg पी.जी पि.ग्रा পি.জি பி.கி పి.జి પી.જી پی.جی ಪಿ.ಜಿ പി.ജി',
  g: 'g gm gms gs ग्रा গ্রা గ్రా ગ્રા ಗ್ರಾ ഗ്രാമ ഗ്രാ',
  kg: 'kg kgs कि.ग्रा के.जी किलो কে.জি কি.গ্রা কেজি কিলো கி.கி கிலோ కి.గ్రా కె.జి కేజీ కేజి కిలో કિ.ગ્રા કિલો کے.جی کلو ಕಿ.ಗ್ರಾಂ ಕೆ.ಜಿ ಕಿಲೋ കി.ഗ്രാം കെ.ജി കിലോ',
  L: 'l lt ltr ltrs',
  mL: 'ml mls cc मि.ली मि.लि एम.एल সি.সি मिली मिलि এম.এল মি.লি மி.லி எம்.எல் மில்லி మి.లీ మి.లి ఎం.ఎల్ મિ.લિ મિ.લી એમ.એલ ایم.ایل ملی ಮಿ.ಲೀ ಮಿ.ಲಿ ಎಂ.ಎಲ್ മി.ലി മി.ലീ എം.എൽ ਮਿ.ਲੀ ମି.ଲି',
  dL: 'dl डे.ली डे.लि डी.एल ডে.লি ডি.এল டெ.லி டெசி.லி డె.లీ డె.లి డి.ఎల్ డీ.ఎల్ ડે.લિ ડે.લી ડી.એલ ڈی.ایل ಡೆ.ಲೀ ಡೆ.ಲಿ ಡಿ.ಎಲ್ ഡെ.ലി ഡി.എൽ',
  uL: 'µl ul mcl mm^3 mm3 cumm cu.mm cmm घन.मि.मी घन.मिमी घन.मिलीमीटर क्यूमिमी ঘন.মিলিমিটার ঘন.মিমি கன.மி.மீ கன.மில்லிமீட்டர் ఘన.మి.మీ ఘన.మిల్లీమీటర ઘન.મિમી ઘન.મિલીમીટર مکعب.ملی.میٹر ಘನ.ಮಿ.ಮೀ ಘನ.ಮಿಲಿಮೀಟರ್ ക്യുബിക്.മില്ലിമീറ്റ',
  mm: 'mm मि.मी एम.एम মি.মি மி.மீ మి.మీ મિ.મી ایم.ایم ಮಿ.ಮೀ മി.മീ',
  cm: 'cm cms से.मी सें.मी सी.एम সে.মি செ.மீ సెం.మీ సె.మీ સે.મી સેં.મી سی.ایم سم ಸೆಂ.ಮೀ ಸೆ.ಮೀ സെ.മീ സെന്റി.മീ',
  m: 'm mtr mtrs',
  km: 'km kms कि.मी কি.মি கி.மீ కి.మీ કિ.મી ಕಿ.ಮೀ കി.മീ',
  'm^2':
    'm^2 m2 मी^2 मी2 মি^2 মি2 மீ^2 மீ2 మీ^2 మీ2 મી^2 મી2 ಮೀ^2 ಮೀ2 മീ^2 മീ2 میٹر^2 sqm sq.m वर्ग.मीटर চতুর্মিটার বর্গ.মিটার சதுர.மீட்டர் చదరపు.మీటర చ.మీ ચોરસ.મીટર مربع.میٹر ಚದರ.ಮೀಟರ್ ചതുരശ്ര.മീറ്റ',
  in: 'inch inches इंच इंच ইঞ্চি அங்குல ఇంచ అంగుళ ઇંચ انچ ಇಂಚು അംഗുല ഇഞ്ച',
  ft: 'ft foot feet फ़ुट फुट ফুট அடிகள் அடி అడుగు ફૂટ فٹ ಅಡಿ അടി',
  U: 'iu units unit u यूनिट युनिट इकाई इकाइ आई.यू আই.ইউ ইউনিট একক யூனிட் அலகு ஐ.யு యూనిట్ యూనిట ఐ.యు యూనిట్లు યુનિટ એકમ આઈ.યુ یونٹ آئی.یو ಯುನಿಟ್ ಯೂನಿಟ್ ಘಟಕ ಐ.ಯು യൂണിറ്റ ഐ.യു ਯੂਨਿਟ ୟୁନିଟ',
  mU: 'miu mu मि.यूनिट मिली.यूनिट',
  uU: 'µiu uiu µu माइक्रो.यूनिट',
  kcal: 'kcal kcals कैलोरी किलो.कैलोरी कॅलरी ক্যালোরি কিলো.ক্যালোরি கலோரி கிலோ.கலோரி కేలరీ కిలో.కేలరీ કેલરી کیلوری ಕ್ಯಾಲೋರಿ കലോറി calorie calories',
  mmol: 'mmol mmols मि.मोल एम.मोल মি.মোল மி.மோல் మి.మోల్ મિ.મોલ ಮಿ.ಮೋಲ್ മി.മോൾ ایم.مول',
  umol: 'µmol umol mcmol',
  nmol: 'nmol',
  pmol: 'pmol',
  mEq: 'meq meqs mequiv एम.ई.क्यू',
  dB: 'db decibel decibels डेसिबल डेसीबल ডেসিবেল டெசிபல் డెసిబెల్ ડેસિબલ ڈیسیبل ಡೆಸಿಬಲ್ ഡെസിബെൽ',
  ms: 'ms msec msecs millisecond milliseconds मिली.सेकंड मिलीसेकेंड মিলিসেকেন্ড மில்லி.விநாடி மில்லி.வினாடி మిల్లీ.సెకన్ મિલી.સેકન્ડ ملی.سیکنڈ ಮಿಲಿ.ಸೆಕೆಂಡ್ മില്ലി.സെക്കൻഡ',
  D: 'd dioptre dioptres diopter diopters डायोप्टर ডায়োপ্টার டையாப்டர் డయాప్టర్ ડાયોપ્ટર ڈائی.آپٹر ಡಯಾಪ್ಟರ್ ഡയോപ്റ്റർ',
  Hz: 'hz',
};

const results: Record<string, string> = {
  '%': '% percent per.cent pct प्रतिशत फीसदी टक्के टक्का শতাংশ শতকরা சதவீத சதவிகித சதம் శాతం ટકા ટકાવારી فیصد فی.صد ಶೇಕಡಾ ಶೇಕಡ ಪ್ರತಿಶತ ശതമാന ਪ੍ਰਤੀਸ਼ਤ ପ୍ରତିଶତ',
  '°C': '°.c degrees.celsius degree.celsius degree.centigrade degrees.centigrade celsius डिग्री.सेल्सियस अंश.सेल्सिअस डिग्री.सेल्सिअस डिग्री.सी °.से ডিগ্রি.সেলসিয়াস °.সে டிகிரி.செல்சியஸ் டிகிரி.செல்ஸியஸ் °.செ డిగ్రీల.సెల్సియస్ డిగ్రీ.సెల్సియస్ డిగ్రీలు.సెల్సియస్ °.సె ડિગ્રી.સેલ્સિયસ °.સે ڈگری.سیلسیس ڈگری.سینٹی.گریڈ ಡಿಗ್ರಿ.ಸೆಲ್ಸಿಯಸ್ °.ಸೆ ഡിഗ്രി.സെൽഷ്യസ് ഡിഗ്രി.സെൽസിയസ് °.സെ',
  '°F': '°.f degrees.fahrenheit degree.fahrenheit fahrenheit डिग्री.फारेनहाइट डिग्री.फैरेनहाइट अंश.फॅरेनहाइट डिग्री.फॅरेनहाइट डिग्री.एफ °.फा ডিগ্রি.ফারেনহাইট °.ফা டிகிரி.ஃபாரன்ஹீட் டிகிரி.பாரன்ஹீட் °.ஃபா డిగ్రీల.ఫారెన్‌హీట్ డిగ్రీ.ఫారెన్‌హీట్ డిగ్రీలు.ఫారెన్‌హీట్ °.ఫా ડિગ્રી.ફેરનહીટ ડિગ્રી.ફેરનહાઇટ °.ફે ڈگری.فارن.ہائیٹ ڈگری.فارن.ہائٹ ಡಿಗ್ರಿ.ಫ್ಯಾರನ್‌ಹೀಟ್ ಡಿಗ್ರಿ.ಫ್ಯಾರನ್ಹೀಟ್ °.ಫ್ಯಾ ഡിഗ്രി.ഫാരൻഹീറ്റ് °.ഫാ',
  '°': '° degree degrees deg डिग्री अंश ডিগ্রি டிகிரி డిగ్రీ ડિગ્રી ڈگری ಡಿಗ್ರಿ ഡിഗ്രി',
  mmHg: 'mmhg mm.hg mm.of.hg mm.of.mercury मि.मी.एच.जी मि.मी.पारा मि.मी.पारद मिलीमीटर.मर्करी मिलीमीटर.पारा मि.मी.मर्करी মি.মি.পারদ মিলিমিটার.পারদ মি.মি.এইচ.জি மி.மீ.பாதரச மி.மீ.எச்.ஜி மில்லிமீட்டர்.பாதரச మి.మీ.పాదరస మి.మీ.హెచ్.జి మిల్లీమీటర్ల.పాదరస મિ.મી.પારો મિ.મી.પારા મિ.મી.મર્ક્યુરી ملی.میٹر.پارہ ملی.میٹر.مرکری ایم.ایم.ایچ.جی ಮಿ.ಮೀ.ಪಾದರಸ ಮಿ.ಮೀ.ಎಚ್.ಜಿ മി.മീ.മെർക്കുറി മി.മീ.രസം മി.മീ.എച്ച്.ജി',
};

const times: Record<string, string> = {
  s: 's sec secs second seconds सेकंड सेकेंड सेकेण्ड सेकण्ड সেকেন্ড விநாடி வினாடி நொடி సెకన సెకండ સેકન્ડ سیکنڈ ಸೆಕೆಂಡ സെക്കൻഡ സെക്കന്റ സെക്കൻറ',
  min: 'min mins minute minutes मिनट मिनिट মিনিট நிமிட నిమిష મિનિટ منٹ ನಿಮಿಷ മിനിറ്റ മിനിട്ട നിമിഷ ਮਿੰਟ ମିନିଟ',
  h: 'h hr hrs hour hours घंटे घंटा घंटों घण्ट घंट तास ঘণ্টা ঘন্টা மணி.நேர மணிநேர గంట કલાક گھنٹ ಗಂಟೆ ತಾಸು മണിക്കൂർ മണിക്കൂ ਘੰਟ ଘଣ୍ଟା',
  day: 'day days दिन दिवस দিন நாட்க நாள் நாளை நாட రోజు દિવસ દહાડા دن دنوں یوم ದಿನ ദിവസ ਦਿਨ ଦିନ',
  week: 'wk wks week weeks सप्ताह हफ्त हफ़्त आठवड সপ্তাহ সপ্তা হপ্তা வார వార અઠવાડિય સપ્તાહ ہفت ವಾರ ആഴ്ച ਹਫ਼ਤ ସପ୍ତାହ',
  month: 'month months mth mths महीन माह महिन মাস மாத నెల મહિન માસ مہین ماہ ತಿಂಗಳ മാസ ਮਹੀਨ ମାସ',
  year: 'yr yrs year years y/o साल वर्ष वयवर्ष বছর বৎসর வயது வருட ஆண்டு సంవత్సర ఏళ్ల ఏళ్ళ ఏండ్ల વર્ષ سال برس ವರ್ಷ വർഷ വയസ ਸਾਲ ବର୍ଷ',
};

const forms: Record<string, string> = {
  tablet:
    'tab tabs tablet tablets pill pills गोली गोलिय टैबलेट गोळी गोळ्या टॅबलेट ট্যাবলেট বড়ি மாத்திரை టాబ్లెట్ ట్యాబ్లెట మాత్ర ગોળી ટેબ્લેટ ટીકડ ગોળીઓ گولی گولیا ٹیبلٹ ಮಾತ್ರೆ ಟ್ಯಾಬ್ಲೆಟ ಗುಳಿಗೆ ഗുളിക ടാബ്‌ലെറ്റ ടാബ്ലെറ്റ ਗੋਲੀ ਗੋਲੀਆਂ ଟାବଲେଟ',
  capsule:
    'cap caps capsule capsules कैप्सूल कॅप्सूल ক্যাপসুল கேப்சூல் காப்ஸ்யூல் క్యాప్సూల్ కాప్సూల్ క్యాప్సూల કેપ્સ્યુલ کیپسول ಕ್ಯಾಪ್ಸೂಲ್ ಕ್ಯಾಪ್ಸುಲ್ കാപ്സ്യൂൾ ക്യാപ്സൂൾ ക്യാപ്‌സൂൾ കാപ്സ്യൂള',
  drop: 'drop drops gtt बूंद बूँद थेंब ফোঁটা ফোটা சொட்டு துளி చుక్క ટીપા ટીપાં ટીપું قطر بوند ಹನಿ തുള്ളി',
  tsp: 'tsp tsps teaspoon teaspoons चाय.चम्मच छोटा.चम्मच छोटे.चम्मच छोटी.चम्मच छोटा.चमचा लहान.चमच চা.চামচ চামচ தேக்கரண்டி టీస్పూన్ చెంచా టీ.స్పూన్ ચમચી ટીસ્પૂન ટી.સ્પૂન چائے.کا.چمچ چائے.کے.چمچ چھوٹا.چمچ ಟೀ.ಚಮಚ ಚಹಾ.ಚಮಚ ಚಮಚ ടീസ്പൂൺ ടീ.സ്പൂൺ चम्मच चमच्च چمچ',
  tbsp: 'tbsp tbsps tablespoon tablespoons बड़ा.चम्मच बड़े.चम्मच मोठा.चमच টেবিল.চামচ மேசைக்கரண்டி மேஜைக்கரண்டி టేబుల్.స్పూన్ ટેબલ.સ્પૂન મોટી.ચમચી کھانے.کا.چمچ کھانے.کے.چمچ ಟೇಬಲ್.ಚಮಚ ടേബിൾ.സ്പൂൺ',
  puff: 'puff puffs पफ পাফ பஃப் పఫ్ પફ پف ಪಫ್ പഫ്',
  dose: 'dose doses खुराक डोस डोज मात्रा ডোজ মাত্রা டோஸ் தவணை డోసు డోస్ ડોઝ خوراک ಡೋಸ್ ಡೋಸು ഡോസ',
};

const counts: Record<string, string> = {
  times:
    'time times बार दफा वेळ वेळा বার দফা முறை தடவை வேளை సార్లు సారి పర్యాయ వખત વખત વાર بار مرتبہ دفعہ ಬಾರಿ ಸಲ ಸಾರಿ തവണ പ്രാവശ്യ നേര വട്ടം',
  beat: 'bpm beat beats धड़कन ठोके স্পন্দন துடிப்பு స్పందన ધબકારા دھڑکن ಬಡಿತ മിടിപ്പ',
  cell: 'cell cells कोशिका पेशी কোষ செல் அணு కణ કોષ خلی ಜೀವಕೋಶ ಕೋಶ കോശ',
  glass: 'glass glasses गिलास ग्लास গ্লাস டம்ளர் குவளை గ్లాసు ગ્લાસ گلاس ಲೋಟ ಗ್ಲಾಸ್ ഗ്ലാസ',
};

/** Words that follow a number and multiply it, by their power of ten. */
export const multipliers: [number, string][] = [
  [3, 'thousand हजार हज़ार হাজার ஆயிரம் వేల వేలు వెయ్యి હજાર ہزار ಸಾವಿರ ആയിരം'],
  [5, 'lakh lakhs lac lacs लाख লাখ লক্ষ லட்சம் இலட்சம் లక్ష લાખ لاکھ ಲಕ್ಷ ലക്ഷം ਲੱਖ ଲକ୍ଷ'],
  [6, 'million millions मिलियन দশ.লক্ষ মিলিয়ন மில்லியன் మిలియన్ મિલિયન ملین ಮಿಲಿಯನ್ ദശലക്ഷം മില്യൺ'],
  [7, 'crore crores करोड़ कोटी কোটি கோடி కోటి કરોડ کروڑ ಕೋಟಿ കോടി'],
];

/** Words between a unit and the unit it is counted by. */
export const perWords = 'per प्रति प्रती दर প্রতি ప్రతి પ્રતિ દર فی ಪ್ರತಿ ಪ್ರತೀ പ്രതി'.split(' ');

/** Short words that mean a unit only after a slash. */
export const wordsAfterSlash: [string, Unit][] = 'ली लि লি லி లీ లి લી લિ ಲೀ ಲಿ ലി ലീ ایل'
  .split(' ')
  .map((word) => [word, { name: 'L', kind: 'measure' }]);

const words = (text: string) => text.split(' ');

/** Lists every word of the lexicon with its unit. */
export function listUnitWords(): [string, Unit][] {
  const entries: [string, Unit][] = [];
  const add = (name: string, kind: UnitKind, unitWords: string[]) => {
    for (const word of unitWords) entries.push([word, { name, kind }]);
  };
  for (const [base, { with: fitting, words: baseWords }] of Object.entries(bases)) {
    add(base, kindOf(base), words(baseWords).flatMap(withPlural));
    for (const prefix of fitting.split(' ') as (keyof typeof prefixes)[]) {
      const combined = words(prefixes[prefix]).flatMap((first) =>
        words(baseWords).map((second) => `${first}.${second}`),
      );
      add(`${prefix}${base}`, kindOf(`${prefix}${base}`), combined.flatMap(withPlural));
    }
  }
  for (const [name, text] of Object.entries(measures)) add(name, kindOf(name), words(text));
  for (const [name, text] of Object.entries(results)) add(name, 'result', words(text));
  for (const [name, text] of Object.entries(times)) add(name, 'time', words(text));
  for (const [name, text] of Object.entries(forms)) add(name, 'form', words(text));
  for (const [name, text] of Object.entries(counts)) add(name, 'count', words(text));
  return entries;
}

const withPlural = (word: string) => (/^[a-z.]+$/.test(word) ? [word, `${word}s`] : [word]);
