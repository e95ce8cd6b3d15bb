import type { LanguageCode } from '~/i18n/language-codes';
import type { genders, ReportType } from '~/platform/enums';
import type { Drawing, Paper } from './drawings';

/**
 * The people and reports of the demo clinic. Everything is invented; the addresses end in
 * `.example`, where no e-mail ever arrives.
 */

export const admin = { firstName: 'Lakshmi', lastName: 'Rao' };

type Person = {
  firstName: string;
  lastName: string;
  gender: (typeof genders)[number];
  born: string;
  about: string;
  /** The language of their pages, if it is not English. */
  language?: LanguageCode;
};

export const patients: Person[] = [
  {
    firstName: 'Asha',
    lastName: 'Verma',
    gender: 'Female',
    born: '1984-03-12',
    about: 'I farm with my family near Wardha.',
  },
  {
    firstName: 'Ravi',
    lastName: 'Kumar',
    gender: 'Male',
    born: '1969-11-02',
    about: 'Bus driver. I have had sugar for ten years.',
  },
  { firstName: 'Fatima', lastName: 'Sheikh', gender: 'Female', born: '1996-07-25', about: 'School teacher.' },
  {
    firstName: 'Joseph',
    lastName: 'Dsouza',
    gender: 'Male',
    born: '1958-01-19',
    about: 'Retired fisherman.',
  },
  {
    firstName: 'Kamala',
    lastName: 'Devi',
    gender: 'Female',
    born: '1949-05-30',
    about: 'My grandson helps me with the phone.',
    language: 'hi',
  },
  {
    firstName: 'Gurpreet',
    lastName: 'Singh',
    gender: 'Male',
    born: '1990-09-08',
    about: 'I repair tractors.',
  },
];

type Doctor = Person & {
  isApproved: boolean;
  registrationNumber: string;
  council: string;
  qualification: string;
  reads?: LanguageCode[];
  /** The reason why an admin suspended or rejected them, if one did. */
  taken?: { to: 'suspend' | 'reject'; reason: string };
};

export const doctors: Doctor[] = [
  {
    firstName: 'Meera',
    reads: ['en', 'hi', 'ml'],
    lastName: 'Nair',
    gender: 'Female',
    born: '1978-02-14',
    about: 'General physician, 20 years in district hospitals.',
    isApproved: true,
    registrationNumber: 'TCMC/1999/24817',
    council: 'Travancore-Cochin Medical Council',
    qualification: 'MBBS, MD (General Medicine)',
  },
  {
    firstName: 'Arjun',
    lastName: 'Menon',
    gender: 'Male',
    born: '1982-10-05',
    about: 'Radiologist. X-ray, CT and MRI.',
    isApproved: true,
    registrationNumber: 'KMC 61204',
    council: 'Karnataka Medical Council',
    qualification: 'MBBS, MD (Radiodiagnosis)',
  },
  {
    firstName: 'Sofia',
    lastName: 'Fernandes',
    gender: 'Female',
    born: '1986-06-21',
    about: 'Heart and blood pressure.',
    isApproved: true,
    registrationNumber: 'GMC/2011/1873',
    council: 'Goa Medical Council',
    qualification: 'MBBS, DM (Cardiology)',
  },
  {
    firstName: 'Dev',
    lastName: 'Kapoor',
    gender: 'Male',
    born: '1988-12-01',
    about: 'Skin doctor.',
    isApproved: false,
    registrationNumber: 'DMC/R/09312',
    council: 'Delhi Medical Council',
    qualification: 'MBBS, MD (Dermatology)',
  },
  {
    firstName: 'Ruth',
    lastName: 'Thomas',
    gender: 'Female',
    born: '1975-08-17',
    about: 'Eye surgeon.',
    isApproved: false,
    registrationNumber: 'TNMC 58821',
    council: 'Tamil Nadu Medical Council',
    qualification: 'MBBS, MS (Ophthalmology)',
  },
  {
    firstName: 'Nikhil',
    lastName: 'Bose',
    gender: 'Male',
    born: '1980-04-09',
    about: 'General physician.',
    isApproved: true,
    registrationNumber: 'WBMC 40417',
    council: 'West Bengal Medical Council',
    qualification: 'MBBS',
    taken: { to: 'suspend', reason: 'Your registration ran out in March. Please send us the renewed one.' },
  },
];

export type DemoReport = {
  /** First name of the patient. */
  of: string;
  type: ReportType;
  file: { name: string; papers: Paper[] } | { name: string; drawing: Drawing };
  /** The person it is about, as the fields of an upload; undefined if none was named. */
  about?: Record<string, string>;
  says?: string;
  daysAgo: number;
  /** First name of the doctor, hours after the upload, and the text. */
  review?: { by: string; afterHours: number; words: string };
};

const head = ['Test', 'Result', 'Unit', 'Reference', 'Flag'];
const paper = (title: string, ...lines: Paper['lines']): Paper => ({ title, lines });

export const reports: DemoReport[] = [
  {
    of: 'Asha',
    type: 'Blood Test',
    about: { relation: 'self', birthYear: '1984', sex: 'female' },
    daysAgo: 21,
    says: 'I am tired since the harvest and get out of breath on the stairs.',
    file: {
      name: 'blood-test.pdf',
      papers: [
        paper(
          'Complete blood count',
          head,
          ['Haemoglobin', '10.4', 'g/dL', '12.0 - 15.0', 'low'],
          ['Red blood cells', '4.0', '10^12/L', '3.8 - 4.8', ''],
          ['Mean cell volume', '76', 'fL', '83 - 101', 'low'],
          ['White blood cells', '6.9', '10^9/L', '4.0 - 10.0', ''],
          ['Platelets', '281', '10^9/L', '150 - 410', ''],
        ),
        paper(
          'Iron',
          head,
          ['Ferritin', '7', 'ng/mL', '15 - 150', 'low'],
          ['Iron', '5.1', 'umol/L', '9.0 - 30.4', 'low'],
          'Remark: findings are compatible with iron deficiency.',
        ),
      ],
    },
    review: {
      by: 'Meera',
      afterHours: 5,
      words:
        'Your blood is short of iron. That is why you are tired and out of breath. It is common and can be treated.\n\nTake one iron tablet each morning with lemon water, not with tea. Eat green leaves, lentils and jaggery.\n\nTest again in three months. See a doctor sooner if you bleed a lot each month or feel faint.',
    },
  },
  {
    of: 'Asha',
    type: 'Ultrasound',
    daysAgo: 6,
    says: 'Pain under the right ribs after fatty food.',
    file: { name: 'ultrasound.jpg', drawing: 'scan' },
    review: {
      by: 'Arjun',
      afterHours: 20,
      words:
        'There is one stone in your gall bladder, about 8 mm wide. The wall around it looks healthy.\n\nThe stone explains the pain after fatty food. Eat little fat for now. Please see a surgeon in the next weeks to talk about it.\n\nGo to a hospital at once if you get fever, yellow eyes, or pain that does not stop.',
    },
  },
  {
    of: 'Asha',
    type: 'Dental Checkup',
    about: {
      personName: 'Kiran Verma',
      birthYear: '2018',
      sex: 'male',
      relation: 'child',
      guardianName: 'Asha Verma',
    },
    daysAgo: 0.2,
    says: 'A tooth on the left hurts when he drinks something cold.',
    file: { name: 'teeth.jpg', drawing: 'teeth' },
  },
  {
    of: 'Ravi',
    type: 'Urine Test',
    about: { relation: 'self', birthYear: '1969', sex: 'male' },
    daysAgo: 30,
    file: {
      name: 'urine.pdf',
      papers: [
        paper(
          'Urine examination',
          head,
          ['Glucose', '2+', '', 'negative', 'high'],
          ['Protein', 'trace', '', 'negative', ''],
          ['White blood cells', '2', '/field', '0 - 5', ''],
          ['Nitrite', 'negative', '', 'negative', ''],
          ['Albumin/creatinine', '42', 'mg/g', '< 30', 'high'],
        ),
      ],
    },
    review: {
      by: 'Meera',
      afterHours: 9,
      words:
        'There is sugar in your urine and a little protein. There is no infection.\n\nYour sugar is too high, and it starts to strain the kidneys. This can be stopped if sugar and blood pressure come down now.\n\nPlease have your HbA1c, creatinine and blood pressure checked this month, and take the paper to your doctor.',
    },
  },
  {
    of: 'Ravi',
    type: 'Eye Exam',
    daysAgo: 12,
    says: 'The clinic took this photo of my eye. I have had sugar for ten years.',
    file: { name: 'eye.png', drawing: 'eye' },
    review: {
      by: 'Meera',
      afterHours: 26,
      words:
        'The photo shows a healthy nerve and healthy vessels. I see no damage from sugar in this eye.\n\nPlease have a photo of both eyes taken once a year. Come at once if you see dark spots, flashes or a curtain.',
    },
  },
  {
    of: 'Ravi',
    type: 'ECG',
    daysAgo: 2,
    says: 'My heart beats fast at night.',
    file: { name: 'ecg.gif', drawing: 'ecg' },
  },
  {
    of: 'Fatima',
    type: 'X-Ray',
    daysAgo: 17,
    says: 'I fell from the scooter and my hand is swollen.',
    file: { name: 'hand.png', drawing: 'hand' },
    review: {
      by: 'Arjun',
      afterHours: 3,
      words:
        'There is a thin crack in the bone below your little finger. The bone has not moved.\n\nIt heals by itself in four to six weeks in a splint. Please have one put on today. Move the other fingers so that they do not get stiff.\n\nHave another X-ray in two weeks.',
    },
  },
  {
    of: 'Fatima',
    type: 'Allergy Test',
    daysAgo: 9,
    says: 'Sneezing and itchy eyes every spring.',
    file: {
      name: 'allergy.pdf',
      papers: [
        paper(
          'Allergy panel (IgE)',
          head,
          ['House dust mite', '0.2', 'kU/L', '< 0.35', ''],
          ['Grass pollen', '14.8', 'kU/L', '< 0.35', 'high'],
          ['Cat', '0.1', 'kU/L', '< 0.35', ''],
          ['Milk', '0.1', 'kU/L', '< 0.35', ''],
          ['Peanut', '0.2', 'kU/L', '< 0.35', ''],
        ),
      ],
    },
    review: {
      by: 'Sofia',
      afterHours: 30,
      words:
        'You are allergic to grass pollen and to nothing else on this list. Food and dust are fine.\n\nIn spring, keep the windows shut in the morning and wash your hair in the evening. A tablet against allergy that does not make you sleepy helps on bad days.\n\nSee a doctor if your chest gets tight or you wheeze.',
    },
  },
  {
    of: 'Fatima',
    type: 'Biopsy',
    daysAgo: 1,
    says: 'They took a small piece of skin from my arm. What does the paper mean?',
    file: {
      name: 'biopsy.pdf',
      papers: [
        paper(
          'Histology, skin of the left arm',
          'Material: one punch biopsy, 4 mm.',
          'The epidermis is regular. There is a mild inflammation around the vessels.',
          'No atypical cells. No sign of malignancy.',
          'Assessment: mild chronic dermatitis.',
        ),
      ],
    },
  },
  {
    of: 'Joseph',
    type: 'CT Scan',
    daysAgo: 25,
    says: 'Sharp pain in the left side that comes and goes.',
    file: { name: 'ct.png', drawing: 'belly' },
    review: {
      by: 'Arjun',
      afterHours: 7,
      words:
        'There is a small stone in your left kidney, about 4 mm. A stone of this size mostly leaves by itself.\n\nDrink three litres of water a day. Take the tablet against pain that your clinic gave you. Catch the stone with a sieve if you can.\n\nGo to a hospital if you get fever, cannot pass water, or the pain does not stop.',
    },
  },
  {
    of: 'Joseph',
    type: 'Hearing Test',
    daysAgo: 8,
    says: 'My wife says the radio is too loud.',
    file: {
      name: 'hearing.pdf',
      papers: [
        paper(
          'Hearing test (pure tone)',
          ['Frequency', 'Right', 'Left', 'Unit', ''],
          ['500 Hz', '20', '25', 'dB', ''],
          ['1000 Hz', '25', '25', 'dB', ''],
          ['2000 Hz', '35', '40', 'dB', ''],
          ['4000 Hz', '55', '60', 'dB', ''],
          ['8000 Hz', '65', '70', 'dB', ''],
        ),
      ],
    },
    review: {
      by: 'Meera',
      afterHours: 15,
      words:
        'You hear low tones well and high tones badly, on both sides alike. This comes with age and with engine noise.\n\nIt is no illness. A hearing aid would help you to follow what people say. Please protect your ears from loud engines.\n\nSee an ear doctor soon if one ear gets worse suddenly.',
    },
  },
  {
    of: 'Joseph',
    type: 'ECG',
    daysAgo: 4,
    says: 'Check before my eye operation.',
    file: { name: 'ecg.webp', drawing: 'ecg' },
    review: {
      by: 'Sofia',
      afterHours: 4,
      words:
        'Your heart beats regularly and at a normal speed. I see no sign of an old or new heart attack.\n\nFrom the side of the heart nothing stands against the operation. Take your usual tablets that morning with a sip of water.',
    },
  },
  {
    of: 'Kamala',
    type: 'COVID-19 Test',
    daysAgo: 14,
    says: 'Fever and cough since three days.',
    file: {
      name: 'covid.pdf',
      papers: [
        paper(
          'SARS-CoV-2 (COVID-19), PCR',
          head,
          ['SARS-CoV-2 RNA', 'detected', '', 'not detected', 'high'],
          ['Ct value', '24', '', '', ''],
        ),
      ],
    },
    review: {
      by: 'Sofia',
      afterHours: 2,
      words:
        'The test is positive: you have COVID-19.\n\nRest, drink a lot, and stay in a room of your own for a week. Everybody with you should wear a mask. Paracetamol helps against the fever.\n\nAt your age, please measure your oxygen twice a day. Call 112 if it falls below 94, or if you are short of breath or confused.',
    },
  },
  {
    of: 'Kamala',
    type: 'MRI',
    daysAgo: 10,
    says: 'Headaches for two months. My grandson uploads this for me.',
    file: { name: 'mri.webp', drawing: 'brain' },
    review: {
      by: 'Arjun',
      afterHours: 18,
      words:
        'The picture shows a healthy brain for your age. There is no bleeding, no growth and no stroke.\n\nThe headache has another cause. Often it is blood pressure, the neck or the eyes. Please have all three checked.\n\nCall 112 if a headache comes like a blow, or with weakness or unclear speech.',
    },
  },
  {
    of: 'Kamala',
    type: 'Blood Test',
    daysAgo: 3,
    says: 'Sugar control, as every three months.',
    file: {
      name: 'sugar.pdf',
      papers: [
        paper(
          'Sugar',
          head,
          ['HbA1c', '7.9', '%', '< 7.0', 'high'],
          ['Fasting glucose', '8.4', 'mmol/L', '3.9 - 5.6', 'high'],
          ['Creatinine', '81', 'umol/L', '45 - 84', ''],
        ),
        paper(
          'Fats',
          head,
          ['Cholesterol', '5.6', 'mmol/L', '< 5.2', 'high'],
          ['HDL', '1.1', 'mmol/L', '> 1.3', 'low'],
          ['Triglycerides', '2.3', 'mmol/L', '< 1.7', 'high'],
        ),
        paper('Liver', head, ['ALT', '29', 'U/L', '< 35', ''], ['AST', '26', 'U/L', '< 35', '']),
      ],
    },
  },
  {
    of: 'Gurpreet',
    type: 'X-Ray',
    daysAgo: 19,
    says: 'Cough for four weeks. I smoke.',
    file: { name: 'chest.jpg', drawing: 'chest' },
    review: {
      by: 'Arjun',
      afterHours: 11,
      words:
        'Lungs and heart look normal. I see no pneumonia, no tuberculosis and no growth.\n\nThe cough most likely comes from smoke. It gets better within weeks after the last cigarette. Your clinic can help you to stop.\n\nCome back if the cough lasts four more weeks, or if you cough blood or lose weight.',
    },
  },
  {
    of: 'Gurpreet',
    type: 'Allergy Test',
    daysAgo: 0.6,
    says: 'These spots come when I work with diesel.',
    file: { name: 'skin.jpg', drawing: 'skin' },
  },
];

export const messages = [
  {
    kind: 'contact',
    name: 'Anil Joshi',
    email: 'anil.joshi@demo.example',
    phone: null,
    daysAgo: 2,
    text: 'Our village clinic would like to work with you. Whom may I call?',
  },
  {
    kind: 'query',
    name: 'Sunita',
    email: 'sunita@demo.example',
    phone: null,
    daysAgo: 1,
    text: 'Can I send a report for my mother? She has no phone.',
  },
  {
    kind: 'callback',
    name: 'Mohan Lal',
    email: null,
    phone: '+919876543299',
    daysAgo: 0.3,
    text: 'Please call after 5 in the evening about my knee.',
  },
] as const;
