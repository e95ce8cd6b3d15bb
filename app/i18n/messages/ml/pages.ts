import type { Messages } from '~/i18n/messages/en';

/** The sentences on photos that are the pages of one report, in Malayalam. */
export const pages: Messages<'pages'> = {
  // What is said of several photos
  'upload.page': 'പേജ് {n}: {what}',
  'upload.pages': '{n, plural, one {# പേജ്} other {# പേജുകൾ}}, {size} MB',
  'upload.pagesHint':
    'ഒന്നിലധികം ഫോട്ടോകൾ ({most} വരെ) ഒരു റിപ്പോർട്ടിന്റെ പേജുകളാകും, നിങ്ങൾ തിരഞ്ഞെടുക്കുന്ന ക്രമത്തിൽ. ഈ പേജുകളാണ് ഞങ്ങൾ സൂക്ഷിക്കുന്നത്, ഫോട്ടോകൾ അതേപടി അല്ല.',
  'upload.mixed': 'ഒരു PDF അയയ്ക്കുക, അല്ലെങ്കിൽ ഫോട്ടോകൾ അയയ്ക്കുക.',
  'upload.mostPages': 'പരമാവധി {most} ഫോട്ടോകൾ അയയ്ക്കുക.',
  'upload.pageTooLarge': 'ഈ ഫോട്ടോ {megabytes} MB-യെക്കാൾ വലുതാണ്. വീണ്ടും എടുക്കുക അല്ലെങ്കിൽ ചെറുത് തിരഞ്ഞെടുക്കുക.',
  'upload.notJoined': 'ഈ ഫോട്ടോകൾ ഒരുമിച്ച് ചേർക്കാനായില്ല. കുറച്ച് ഫോട്ടോകളോ ചെറിയ ഫോട്ടോകളോ അയയ്ക്കുക.',
  'upload.preparing': 'ഫോട്ടോകൾ തയ്യാറാക്കുന്നു…',
  'upload.fullSize': 'പൂർണ്ണ വലുപ്പത്തിൽ അയയ്ക്കുക (വേഗം കുറഞ്ഞ ഇന്റർനെറ്റിൽ ഏറെ സമയമെടുക്കും)',

  // Each page
  'page.name': 'പേജ് {n}',
  'page.up': 'പേജ് {n} മുകളിലേക്ക് നീക്കുക',
  'page.down': 'പേജ് {n} താഴേക്ക് നീക്കുക',
  'page.turn': 'പേജ് {n} തിരിക്കുക',
  'page.remove': 'പേജ് {n} ഒഴിവാക്കുക',
  'page.again': 'പേജ് {n} വീണ്ടും ഫോട്ടോ എടുക്കുക',
  'page.moved': 'പേജ് {from} ഇപ്പോൾ പേജ് {n} ആണ്.',
  'page.removed': 'പേജ് {n} ഒഴിവാക്കി.',
  'page.turned': 'പേജ് {n} തിരിച്ചു.',

  // Before it is sent
  'photo.blurred': 'പേജ് {n} മങ്ങിയതായി തോന്നുന്നു. വീണ്ടും ഫോട്ടോ എടുക്കുക, അല്ലെങ്കിൽ അതേപടി അയയ്ക്കുക.',
  'photo.dark': 'പേജ് {n} ഇരുണ്ടതായി തോന്നുന്നു. പകൽവെളിച്ചത്തിൽ വീണ്ടും ഫോട്ടോ എടുക്കുക, അല്ലെങ്കിൽ അതേപടി അയയ്ക്കുക.',
  'photo.small': 'പേജ് {n} ചെറിയ ചിത്രമാണ്. അടുത്തുനിന്ന് വീണ്ടും ഫോട്ടോ എടുക്കുക, അല്ലെങ്കിൽ അതേപടി അയയ്ക്കുക.',

  // Where it is read
  'pageNote.blurred': 'പേജ് {n} മങ്ങിയതായി തോന്നുന്നു.',
  'pageNote.dark': 'പേജ് {n} ഇരുണ്ടതായി തോന്നുന്നു.',
  'pageNote.small': 'പേജ് {n} ചെറിയ ചിത്രമാണ്: ചെറിയ അക്ഷരങ്ങൾ വായിക്കാൻ പ്രയാസമായേക്കാം.',
};
