import { once } from './number-spellings';
import { toPlainSpelling } from './word-lexicon';

/** The words beside a number that say that it is no result, in ten languages. */

const anyOf = (words: string) => words.split(' ').map(toPlainSpelling).join('|');

/** Words before a number that is a part of a name, as in "type 2". */
export const nameWords = once(
  () =>
    new RegExp(
      `(?:^|[^\\p{L}\\p{M}])(?:${anyOf(
        [
          'type stage grade class phase factor step figure fig page covid omega vitamin',
          'टाइप प्रकार स्टेज चरण टप्पा ग्रेड श्रेणी पृष्ठ पेज पान कोविड ओमेगा विटामिन व्हिटॅमिन बी डी',
          'টাইপ ধরন স্টেজ পর্যায় গ্রেড পৃষ্ঠা কোভিড ওমেগা ভিটামিন বি ডি',
          'ટાઇપ પ્રકાર સ્ટેજ તબક્કો ગ્રેડ પાનું કોવિડ ઓમેગા વિટામિન બી ડી',
          'வகை டைப் நிலை கட்டம் கிரேடு பக்கம் கோவிட் ஒமேகா வைட்டமின் பி டி',
          'టైప్ రకం స్టేజ్ దశ గ్రేడ్ పేజీ కోవిడ్ ఒమేగా విటమిన్ బి డి',
          'ಟೈಪ್ ವಿಧ ಹಂತ ಗ್ರೇಡ್ ಪುಟ ಕೋವಿಡ್ ಒಮೆಗಾ ವಿಟಮಿನ್ ಬಿ ಡಿ',
          'ടൈപ്പ് തരം ഘട്ടം ഗ്രേഡ് പേജ് കോവിഡ് ഒമേഗ വിറ്റാമിൻ ബി ഡി',
          'ٹائپ قسم مرحلہ اسٹیج گریڈ صفحہ کووڈ اومیگا وٹامن بی ڈی',
        ].join(' '),
      )})[\\s.-]*$`,
      'iu',
    ),
);

const calls = [
  'call dial phone ring telephone ambulance helpline',
  'कॉल फोन फ़ोन डायल एंबुलेंस रुग्णवाहिका হেল্পলাইন কল ফোন ডায়াল એમ્બ્યુલન્સ કૉલ કોલ ફોન',
  'அழை போன் ஆம்புலன்ஸ் కాల్ ఫోన్ అంబులెన్స్ ಕರೆ ಫೋನ್ ಆಂಬ್ಯುಲೆನ್ಸ್ വിളി ഫോൺ ആംബുലൻസ്',
  'کال فون ایمبولینس',
].join(' ');

/** Words of a call, at most three words before or after a number. */
export const callWords = once(() => {
  const word = `(?:${anyOf(calls)})[\\p{L}\\p{M}]*`;
  const between = '(?:[\\s:]+[\\p{L}\\p{M}]+){0,3}[\\s:(]*';
  return {
    before: new RegExp(`(?:^|[^\\p{L}\\p{M}])${word}${between}$`, 'iu'),
    after: new RegExp(`^${between}(?<![\\p{L}\\p{M}])${word}`, 'iu'),
  };
});

/** Words after a time of day. */
export const hourWords = once(
  () =>
    new RegExp(
      `^\\s*(?:[ap]\\.?m\\b|o'?clock|${anyOf('बजे वाजता টায় টার মணி மணிக்கு વાગ્યે ಗಂಟೆಗೆ മണിക്ക് بجے')})`,
      'iu',
    ),
);

/** Words after the strength of a medicine that say how often it is taken. */
export const dailyWords =
  /^\s*(?:\(?\d\s*[-+]\s*\d\s*[-+]\s*\d|(?:once|twice|thrice|daily|od|bd|bid|tds|tid|qid|hs|sos|stat)\b|at (?:night|bedtime)\b)/i;
