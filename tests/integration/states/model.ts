/** A next step, and whether a correction without a statement has made it uncertain. */
export type Step = { step: 'goToday' | 'seeDoctor'; isUncertain: boolean } | null;

/** The two doctors who work on one report. */
export type Doctor = 'meera' | 'ravi';

/**
 * The state of one report by the rules (docs/requirements.md#states), kept beside the real report.
 * Times are in seconds of the model's own clock.
 */
export type Model = {
  status: 'Pending' | 'Reviewed' | 'Withdrawn';
  now: number;
  claim: { by: Doctor; until: number } | null;
  waitsFor: 'patient' | 'admin' | null;
  /** Closed to every doctor but the last asker, until the report is reviewed. */
  isHeld: boolean;
  question: { asker: Doctor; state: 'open' | 'answered' | 'closed' } | null;
  author: Doctor | null;
  /** Time until which the review can be undone and is hidden from the patient. */
  hiddenUntil: number;
  version: number;
  /** The next step of the review in force. */
  step: Step;
  /** True while the last review was taken back and not replaced. */
  isTakenBack: boolean;
  /** Versions of the review that have a translation. */
  translated: number[];
  suspended: Doctor | null;
  /** Doctors who were not shown the report since its patient last corrected it or answered. */
  unread: Doctor[];
  /** Doctors with no opening or claim in the audit log since a change of its person or an answer. */
  unopened: Doctor[];
  /** Doctors who have ever claimed the report. */
  claimedBy: Doctor[];
  /** Doctors who have amended their review or whose review was taken back. */
  amendedBy: Doctor[];
};

export const leaseSeconds = 30 * 60;
const daySeconds = 24 * 3600;
export const undoSeconds = 10;
const maxChanges = 20;

export const newModel = (): Model => ({
  status: 'Pending',
  now: 0,
  claim: null,
  waitsFor: null,
  isHeld: false,
  question: null,
  author: null,
  hiddenUntil: 0,
  version: 0,
  step: null,
  isTakenBack: false,
  translated: [],
  suspended: null,
  unread: [],
  unopened: [],
  claimedBy: [],
  amendedBy: [],
});

export const isHidden = (model: Model) => model.status === 'Reviewed' && model.hiddenUntil > model.now;
export const isQueued = ({ status, waitsFor }: Model) => status === 'Pending' && waitsFor === null;
export const holder = ({ claim, now }: Model) => (claim && claim.until > now ? claim.by : null);
/**
 * Checks whether the report is closed to a doctor. It is open to its asker, and to all doctors once
 * a review shows.
 */
export const isClosedTo = (model: Model, who: Doctor) =>
  model.isHeld && model.question?.asker !== who && (model.status !== 'Reviewed' || isHidden(model));
const versionOf = ({ version }: Model) => Math.max(version, 1);
const afterQuestion = ({ isHeld }: Model) => (isHeld ? 'admin' : null);

/** Returns the progress of the report, for users who see its true state. */
export function progressOf(model: Model) {
  if (model.status === 'Reviewed') return 'reviewed';
  if (model.status === 'Withdrawn') return 'withdrawn';
  if (model.waitsFor) return model.waitsFor === 'patient' ? 'question' : 'held';
  const by = holder(model);
  if (!by) return 'queued';
  return model.question?.state === 'answered' && model.question.asker === by ? 'answered' : 'claimed';
}

/** Notes that a doctor was shown the waiting report with its person and text. */
export function markRead(model: Model, who: Doctor) {
  model.unread = model.unread.filter((doctor) => doctor !== who);
}

/** Notes that the audit log has an opening or a claim by a doctor. */
export function markOpened(model: Model, who: Doctor) {
  model.unopened = model.unopened.filter((doctor) => doctor !== who);
}

function closeQuestion(model: Model) {
  if (model.question?.state === 'open') model.question.state = 'closed';
}

function leaveQueue(model: Model) {
  model.claim = null;
  model.waitsFor = null;
  closeQuestion(model);
}

function clearReview(model: Model) {
  Object.assign(model, { status: 'Pending', author: null, hiddenUntil: 0, step: null });
}

/** The patient's moves. Each changes the model and returns the expected status of the answer. */
export const patientMoves = {
  withdraw(model: Model) {
    if (model.status !== 'Pending') return 409;
    model.status = 'Withdrawn';
    leaveQueue(model);
    return 200;
  },
  giveConsent(model: Model) {
    if (model.status !== 'Withdrawn') return 409;
    model.status = 'Pending';
    model.waitsFor = afterQuestion(model);
    return 200;
  },
  answer(model: Model) {
    if (model.status !== 'Pending' || model.waitsFor !== 'patient' || !model.question) return 409;
    const { asker } = model.question;
    model.question.state = 'answered';
    model.unread = ['meera', 'ravi'];
    model.unopened = ['meera', 'ravi'];
    model.waitsFor = afterQuestion(model);
    if (asker !== model.suspended) model.claim = { by: asker, until: model.now + daySeconds };
    return 200;
  },
  correct(model: Model) {
    if (model.status !== 'Pending') return 409;
    model.unread = ['meera', 'ravi'];
    return 200;
  },
  correctPerson(model: Model) {
    if (model.status !== 'Pending') return 409;
    leaveQueue(model);
    model.waitsFor = afterQuestion(model);
    model.unread = ['meera', 'ravi'];
    model.unopened = ['meera', 'ravi'];
    return 200;
  },
};

/** The moves of a doctor. */
export const doctorMoves = {
  claim(model: Model, who: Doctor) {
    if (model.status === 'Withdrawn') return 404;
    if (model.status === 'Reviewed') return 409;
    const by = holder(model);
    if (model.waitsFor || (by && by !== who)) return 409;
    const until = by === who ? (model.claim?.until ?? 0) : 0;
    model.claim = { by: who, until: Math.max(until, model.now + leaseSeconds) };
    model.claimedBy.push(who);
    markRead(model, who);
    // A claim that is renewed may belong to an opening of the same hour.
    if (by !== who) markOpened(model, who);
    return 200;
  },
  release(model: Model, who: Doctor) {
    if (holder(model) !== who) return 404;
    model.claim = null;
    return 200;
  },
  saveDraft(model: Model, who: Doctor) {
    if (model.status === 'Withdrawn' || isClosedTo(model, who)) return 404;
    if (model.status === 'Reviewed') {
      if (model.author === who) return 409;
      return model.claimedBy.includes(who) ? 200 : 404;
    }
    if (isQueued(model) && model.claim && holder(model) === who)
      model.claim.until = Math.max(model.claim.until, model.now + leaseSeconds);
    return 200;
  },
  review: (model: Model, who: Doctor) => review(model, who, model.unread.includes(who)),
  reviewGoToday: (model: Model, who: Doctor) =>
    withStep(model, doctorMoves.review(model, who), { step: 'goToday', isUncertain: false }),
  /** Through an older server, which knows no steps. */
  olderReview: (model: Model, who: Doctor) => doctorMoves.review(model, who),
  reviewOnPage(model: Model, who: Doctor) {
    // The page names the version: then an opening in the audit log counts as a reading.
    const isOutdated = model.unread.includes(who) && model.unopened.includes(who);
    const status = review(model, who, isOutdated);
    if (status === 200) model.hiddenUntil = model.now + undoSeconds;
    return status;
  },
  reviewGoTodayOnPage: (model: Model, who: Doctor) =>
    withStep(model, doctorMoves.reviewOnPage(model, who), { step: 'goToday', isUncertain: false }),
  undo(model: Model, who: Doctor) {
    if (model.author !== who || !isHidden(model)) return 409;
    clearReview(model);
    model.waitsFor = afterQuestion(model);
    model.claim = { by: who, until: model.now + leaseSeconds };
    model.claimedBy.push(who);
    markOpened(model, who);
    return 200;
  },
  olderUndo: (model: Model, who: Doctor) => doctorMoves.undo(model, who),
  ask: (model: Model, who: Doctor) => ask(model, who, false),
  askWhose: (model: Model, who: Doctor) => ask(model, who, true),
  closeQuestion(model: Model, who: Doctor) {
    if (model.status === 'Withdrawn' || model.question?.asker !== who) return 404;
    return closeOpen(model);
  },
  addition: (model: Model, who: Doctor) => change(model, who, 'addition'),
  olderAddition: (model: Model, who: Doctor) => change(model, who, 'addition'),
  additionSeeDoctor: (model: Model, who: Doctor) =>
    withStep(model, change(model, who, 'addition'), { step: 'seeDoctor', isUncertain: false }),
  additionGoToday: (model: Model, who: Doctor) =>
    withStep(model, change(model, who, 'addition'), { step: 'goToday', isUncertain: false }),
  correctionSeeDoctor: (model: Model, who: Doctor) =>
    withStep(model, change(model, who, 'correction'), { step: 'seeDoctor', isUncertain: false }),
  correction(model: Model, who: Doctor) {
    const stays = model.step?.step === 'goToday' ? model.step : null;
    return withStep(model, change(model, who, 'correction'), stays);
  },
  olderCorrection(model: Model, who: Doctor) {
    const step: Step = model.step?.step === 'goToday' ? { step: 'goToday', isUncertain: true } : null;
    return withStep(model, change(model, who, 'correction'), step);
  },
  takeBack: (model: Model, who: Doctor) => change(model, who, 'takenBack'),
  olderTakeBack: (model: Model, who: Doctor) => change(model, who, 'takenBack'),
};

function review(model: Model, who: Doctor, isOutdated: boolean) {
  if (model.status === 'Withdrawn' || isClosedTo(model, who)) return 404;
  if (model.status === 'Reviewed') return 409;
  const by = holder(model);
  if ((by && by !== who) || isOutdated) return 409;
  leaveQueue(model);
  Object.assign(model, { status: 'Reviewed', author: who, version: model.version + 1, hiddenUntil: 0 });
  Object.assign(model, { step: null, isTakenBack: false });
  return 200;
}

/** Sets the step after a move that succeeded. */
function withStep(model: Model, status: number, step: Step) {
  if (status === 200) model.step = step;
  return status;
}

function ask(model: Model, who: Doctor, isOfOther: boolean) {
  if (model.status === 'Withdrawn' || isClosedTo(model, who)) return 404;
  if (model.status === 'Reviewed' || model.waitsFor) return 409;
  if (holder(model) !== who) return 403;
  model.claim = null;
  model.waitsFor = 'patient';
  model.question = { asker: who, state: 'open' };
  model.isHeld ||= isOfOther;
  return 200;
}

function closeOpen(model: Model) {
  if (model.question?.state !== 'open') return 409;
  model.question.state = 'closed';
  model.waitsFor = afterQuestion(model);
  return 200;
}

function change(model: Model, who: Doctor, kind: 'addition' | 'correction' | 'takenBack') {
  if (model.status !== 'Reviewed' || model.author !== who)
    return model.status === 'Pending' && model.amendedBy.includes(who) ? 409 : 404;
  if (kind !== 'takenBack' && versionOf(model) > maxChanges) return 409;
  model.version = versionOf(model) + 1;
  model.hiddenUntil = 0;
  if (!model.amendedBy.includes(who)) model.amendedBy.push(who);
  if (kind === 'takenBack') removeReview(model);
  return 200;
}

function removeReview(model: Model) {
  clearReview(model);
  model.isHeld = false;
  model.isTakenBack = true;
}

/** Checks whether the patient reads a translation of the review in force. */
export const isTranslated = (model: Model) =>
  model.status === 'Reviewed' && !isHidden(model) && model.translated.includes(versionOf(model));

/** The moves of an expert who reads the languages of the review and of the patient. */
export const translatorMoves = {
  translate(model: Model) {
    const isWanted = model.status === 'Reviewed' && !isHidden(model) && !isTranslated(model);
    if (!isWanted) {
      const isKnown = model.translated.length > 0 || (model.status === 'Pending' && model.isTakenBack);
      return isKnown ? 409 : 404;
    }
    model.translated.push(versionOf(model));
    return 200;
  },
  olderTranslate: (model: Model) => translatorMoves.translate(model),
};

/** The moves of an admin. */
export const adminMoves = {
  freeClaim(model: Model) {
    if (!holder(model)) return 404;
    model.claim = null;
    return 200;
  },
  closeQuestion: (model: Model) => (model.status === 'Withdrawn' ? 404 : closeOpen(model)),
  liftHold(model: Model) {
    if (!model.isHeld || model.status === 'Reviewed') return 409;
    model.isHeld = false;
    if (model.waitsFor !== 'admin') return 200;
    model.waitsFor = null;
    const { asker, state } = model.question ?? {};
    if (asker && state === 'answered' && asker !== model.suspended)
      model.claim = { by: asker, until: model.now + daySeconds };
    return 200;
  },
  takeBack(model: Model) {
    if (model.status !== 'Reviewed') return 409;
    model.version = versionOf(model) + 1;
    if (model.author && !model.amendedBy.includes(model.author)) model.amendedBy.push(model.author);
    removeReview(model);
    return 200;
  },
  suspend(model: Model) {
    model.suspended = 'ravi';
    if (model.claim?.by === 'ravi') model.claim = null;
    return 200;
  },
  restore(model: Model) {
    model.suspended = null;
    return 200;
  },
};

/** The passing of time. */
export const pauses = {
  moment(model: Model) {
    model.now += undoSeconds + 1;
  },
  lease(model: Model) {
    model.now += leaseSeconds + 1;
  },
  day(model: Model) {
    model.now += daySeconds + 1;
  },
  fortnight(model: Model) {
    model.now += 14 * daySeconds + 1;
    if (model.question?.state === 'open' && model.status === 'Pending') closeOpen(model);
  },
};
