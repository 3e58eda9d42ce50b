/** Korean. See cue-table.ts for what each field means. */
import type { CueTable } from "./cue-table.ts";

/** Ends of a clause that tell or ask somebody to do something. */
const DO =
  "(?:세요|십시오|해\\s?줘|해\\s?주세요|[가-힣]\\s?줘(?:요)?|주세요|해라|하자|합시다|[하할]\\s?것|할\\s?것|해야\\s?(?:해요?|합니다|돼요?|됩니다|한다)|(?:써|해|넣어|돌려|확인해|지켜|따라|남겨|적어|실행해|사용해|맞춰|붙여|답해|작성해|고쳐|바꿔)(?:요)?(?:[.!。\\s]|$)|바랍니다|바래요?|쓰기|사용하기|하기(?:[.!。\\s]|$)|쓰자|필수)";
const DONT =
  "(?:지\\s?(?:마세요|마십시오|마(?:라|요)?(?=[.!。\\s,]|$)|말아\\s?(?:줘요?|주세요)?|말\\s?것|말라|말고|않(?:습니다|아요|는다))|금지|안\\s?(?:돼요?|됩니다|된다)|지\\s?않기)";
const PLACE = "(?:저장소|레포(?:지토리)?|리포(?:지토리)?|프로젝트|코드베이스|팀|회사|모노레포)";

const re = (source: string) => new RegExp(source);

export const korean: CueTable = {
  language: "ko",
  script: "hangul",
  hint: /[\uac00-\ud7af]/,
  markers: /[\uac00-\ud7af]/g,
  cues: [
    {
      id: "ko.from-now-on",
      kind: "standing_rule",
      pattern: re(
        `(?:앞으로(?:는|도)?|이제부터(?:는)?|지금부터(?:는)?|다음부터(?:는|도)?|향후(?:에는)?|이후로(?:는)?|오늘부터(?:는)?).{1,80}(?:${DO}|${DONT}|합니다|쓴다|씁니다)`,
      ),
      confidence: 0.9,
      durable: true,
      asked: true,
    },
    {
      id: "ko.next-time",
      kind: "standing_rule",
      pattern: re(`(?:다음\\s?번?에는?|다음엔).{1,60}(?:${DO}|${DONT})`),
      confidence: 0.8,
      durable: true,
    },
    {
      id: "ko.every-time",
      kind: "standing_rule",
      pattern: re(
        `(?:매번|할\\s?때마다|[가-힣]+\\s?때마다|(?:커밋|푸시|배포|수정|변경|머지|릴리스|편집)(?:하기|할|한)?\\s?(?:전|후|때)(?:에)?(?:는|마다)?).{1,60}(?:${DO}|${DONT})`,
      ),
      confidence: 0.85,
    },
    {
      id: "ko.always",
      kind: "standing_rule",
      pattern: re(`(?:항상|언제나|늘|반드시|무조건|꼭).{1,60}(?:${DO})`),
      confidence: 0.8,
    },
    {
      id: "ko.never",
      kind: "standing_rule",
      pattern: re(`(?:절대(?:로)?|다시는|더\\s?이상(?:은)?|결코).{1,60}(?:${DONT})`),
      confidence: 0.85,
    },
    {
      id: "ko.in-this-repo",
      kind: "standing_rule",
      pattern: re(
        `(?:이|우리|저희|본|해당)\\s?${PLACE}(?:에서는?|은|는|에선|의\\s?(?:규칙|컨벤션)(?:은|는)?).{1,80}(?:사용(?:합니다|해요?|한다|하지)|써요?|씁니다|쓰지|쓴다|안\\s?써|합니다|하지\\s?않|규칙|금지|해야|입니다|이에요|${DO}|${DONT})`,
      ),
      confidence: 0.85,
      durable: true,
    },
    {
      id: "ko.we-use",
      kind: "standing_rule",
      pattern: re(
        `(?:우리|저희|여기)(?:는|은|서는|에서는|\\s?팀은)?\\s?.{1,50}(?:말고|대신|아니라|만)\\s?.{0,40}(?:써|쓰|사용|해|합니다)|(?:우리|저희)(?:는|은)\\s.{1,40}(?:안\\s?(?:써|씁)|쓰지\\s?않|사용하지\\s?않|만\\s?(?:써|씁|사용))`,
      ),
      confidence: 0.8,
    },
    {
      id: "ko.all-must",
      kind: "standing_rule",
      pattern: re(`^(?:모든|각|어떤).{2,50}(?:해야|여야|이어야|되어야|${DO}|${DONT})`),
      confidence: 0.7,
      after: "agent",
      constraint: true,
    },
    {
      id: "ko.prefer",
      kind: "standing_rule",
      pattern: re(`보다(?:는)?\\s?.{1,40}(?:좋아|선호|낫|편해)|.{1,40}(?:을|를)\\s?선호(?:해요?|합니다)`),
      confidence: 0.7,
      after: "agent",
    },
    {
      id: "ko.no-then",
      kind: "correction",
      pattern: re(
        `^(?:아니(?:요|야|에요|오|라)?|아뇨|틀렸(?:어요?|습니다|네요?)?|잘못(?:됐|되었|했|된)[가-힣]*|그게\\s?아니(?:라|고|에요|야)?|그렇게\\s?말고|그거\\s?말고|안\\s?돼요?)[,.!\\s]+.{0,80}(?:${DO}|${DONT}|말고|대신|아니라|여야|이어야|입니다|써|라고)`,
      ),
      confidence: 0.85,
      after: "agent",
    },
    {
      id: "ko.wrong",
      kind: "correction",
      pattern:
        /^(?:아니(?:요|야|에요|오)?|아뇨|틀렸(?:어요?|습니다|네요?)|잘못(?:됐|되었|했)[가-힣]*|그게\s?아니(?:에요|야|라)?|그렇게\s?하면\s?안\s?돼요?)[.!\s]*$/,
      confidence: 0.8,
      after: "agent",
      bare: "next",
    },
    {
      id: "ko.contrast",
      kind: "correction",
      pattern: re(`(?:말고|대신(?:에)?|아니라|아니고)\\s?.{1,60}(?:${DO}|로\\s?(?:해|바꿔|써)|입니다|이에요|여야|써)`),
      confidence: 0.8,
      after: "agent",
    },
    {
      id: "ko.dont",
      kind: "correction",
      pattern: re(`[가-힣]${DONT}`),
      confidence: 0.7,
      after: "agent",
      constraint: true,
    },
    {
      id: "ko.should",
      kind: "correction",
      pattern: re(
        `^.{2,50}(?:여야|이어야|되어야|해야|써야|가야|어야)\\s?(?:해요?|합니다|돼요?|됩니다|한다|하는데|했어요?|했는데)`,
      ),
      confidence: 0.65,
      after: "agent",
      constraint: true,
    },
    {
      id: "ko.i-said",
      kind: "correction",
      pattern: re(
        `(?:라고|다고|자고|[가-힣]고)\\s?(?:말했|했잖|했는데|말씀드렸|부탁했|분명|이미\\s?말)|제\\s?말은.{2,}`,
      ),
      confidence: 0.75,
      after: "agent",
    },
    {
      id: "ko.style",
      kind: "correction",
      pattern: re(
        `(?:한국어|영어|중국어|존댓말|반말)로\\s?(?:답|대답|말|설명|작성|써)|(?:더|좀)\\s?(?:간결|짧|간단)(?:하게|게)`,
      ),
      confidence: 0.65,
      after: "agent",
      constraint: true,
    },
    {
      id: "ko.wrong-thing",
      kind: "correction",
      pattern: re(
        `^.{0,20}(?:아니(?:라|고|에요|야|예요|입니다)|아닌데(?:요)?|틀렸(?:어요?|습니다|는데요?)|잘못(?:됐|된|했|골랐|잡았)[가-힣]*)[,.]?\\s.{2,50}(?:${DO}|이에요|예요|입니다|쪽|거)`,
      ),
      confidence: 0.75,
      after: "action",
    },
    {
      id: "ko.why-did-you",
      kind: "correction",
      pattern: re(`^(?:.{0,40}왜\\s?(?:또|자꾸|굳이)|왜|누가|언제부터|어째서|제가 언제|내가 언제).{3,}[?？.]*$`),
      confidence: 0.85,
      after: "action",
      asked: true,
      bare: "next",
    },
    {
      id: "ko.at-ours",
      kind: "standing_rule",
      pattern: re(
        `(?:우리(?:는|\\s?팀은|\\s?쪽은)|저희(?:는|\\s?팀은)|여기(?:서는|선)|이\\s?프로젝트(?:는|에서는)).{4,}`,
      ),
      confidence: 0.7,
      after: "action",
    },
    {
      id: "ko.not-asked-for",
      kind: "correction",
      pattern: re(
        `(?:하라고|해달라고|바꾸라고|고치라고|지우라고|커밋하라고|[가-힣]라고)\\s?(?:한\\s?적\\s?(?:없|이\\s?없)|안\\s?했)|시킨\\s?적\\s?(?:이\\s?)?없|부탁한\\s?적\\s?(?:이\\s?)?없`,
      ),
      confidence: 0.75,
      after: "action",
    },
    {
      id: "ko.you-did-wrong",
      kind: "correction",
      pattern: re(`(?:빼먹|빠뜨리|빠뜨렸|빠졌|누락|잊어버|까먹|건너뛰|건너뛰었|무시했|덮어썼|깨뜨렸)[가-힣]*.{0,60}$`),
      confidence: 0.7,
      after: "action",
    },
    {
      id: "ko.code-must",
      kind: "standing_rule",
      pattern: re(
        `^(?:모든|각|새(?:로운)?|전체|공개)?\\s?.{0,8}(?:함수|메서드|클래스|컴포넌트|엔드포인트|마이그레이션|커밋|pr|파일|테스트|모듈|브랜치|변수|테이블|컬럼|에러|로그|주석|상수|api)(?:명|\\s?이름|\\s?메시지)?(?:은|는|에는|에)\\s[^?]{1,40}(?:통일|필수|해야|금지|있어야|써야|붙여야|않는다|않습니다|합니다|한다)[가-힣]*[.\\s]*$`,
      ),
      confidence: 0.7,
      constraint: true,
    },
    {
      id: "ko.too-then",
      kind: "correction",
      pattern: re(`^(?:설명이|답변이|조금|좀)?\\s?너무\\s?(?:길|장황|복잡|짧|자세|많)[가-힣]*[,.]?\\s.{2,}`),
      confidence: 0.7,
      after: "agent",
    },
    {
      id: "ko.already-there",
      kind: "correction",
      pattern: re(`(?:이미|벌써|기존에).{2,40}(?:있는|있어|있으니|있습니다|있잖|존재).{0,40}(?:${DO}|써|쓰|왜)`),
      confidence: 0.7,
      after: "action",
      constraint: true,
    },
    {
      id: "ko.so-leave-it",
      kind: "correction",
      pattern: re(
        `(?:자동\\s?생성|일부러|의도적|외부\\s?라이브러리|생성된\\s?파일).{0,30}[,.]?\\s.{2,40}(?:${DO}|${DONT})`,
      ),
      confidence: 0.7,
      after: "action",
      constraint: true,
    },
    {
      id: "ko.not-without",
      kind: "standing_rule",
      pattern: re(
        `(?:없이(?:는)?|안\\s?[가-힣]+면|않(?:고|으면)|전에(?:는)?).{0,20}(?:머지|병합|커밋|배포|릴리스|푸시)(?:하지|는?\\s?금지|\\s?안|\\s?못|\\s?불가)`,
      ),
      confidence: 0.7,
      constraint: true,
    },
    {
      id: "ko.each-answer",
      kind: "standing_rule",
      pattern: re(
        `(?:답변|응답|설명|커밋)(?:의|은|는)?\\s?(?:끝|마지막|처음|앞)?(?:에(?:는)?)?\\s?(?:항상|매번|꼭|늘|반드시)\\s?.{2,}`,
      ),
      confidence: 0.8,
      durable: true,
    },
    {
      id: "ko.from-now-do",
      kind: "standing_rule",
      pattern: re(
        `^(?:그리고 )?(?:앞으로(?:는)?|이제부터(?:는)?|다음부터(?:는)?|항상|매번|무조건)\\s.{3,}(?:어|아|해|자|라|줘|요|세요|기|것|니다)[.!\\s]*$`,
      ),
      confidence: 0.8,
      durable: true,
    },
    {
      id: "ko.remember",
      kind: "remember",
      pattern: re(
        `(?<=.{3})(?:기억해(?:\\s?(?:줘|주세요|두세요|둬|놔|라))?|기억하세요|명심(?:해|하세요)|메모해(?:\\s?(?:줘|둬|주세요))?|유념해)|^(?:기억해|명심해|기억하세요)(?:\\s?(?:줘|주세요|둬|두세요))?[,:：]\\s?.{3,}`,
      ),
      confidence: 0.85,
      durable: true,
    },
    {
      id: "ko.remember-bare",
      kind: "remember",
      pattern:
        /^(?:이거|이걸|이것을?|그거|그걸|꼭|이\s?점|이\s?점을|잘)?\s?(?:꼭\s?)?(?:기억해(?:\s?(?:줘|주세요|두세요|둬|놔))?|기억하세요|명심(?:해|하세요)|메모해(?:\s?(?:줘|둬))?|잊지\s?마(?:세요)?)[.!\s]*$/,
      confidence: 0.9,
      durable: true,
      bare: "previous",
    },
    {
      id: "ko.write-down",
      kind: "remember",
      pattern: re(
        `(?:스킬|skill|claude\\.md|agents\\.md|gemini\\.md|메모리|규칙(?:\\s?파일)?|노트|컨벤션)(?:에|에다|에도|\\s?파일에)\\s?.{0,14}(?:추가|적어|저장|기록|써\\s?[줘둬]|남겨|넣어)`,
      ),
      confidence: 0.85,
      durable: true,
      asked: true,
    },
    {
      id: "ko.dont-forget",
      kind: "remember",
      pattern: re(`(?<=.{3})(?:잊지|까먹지)\\s?(?:마(?:세요|라)?|말고|말아|말)`),
      confidence: 0.65,
      after: "agent",
    },
  ],
  nearMisses: [
    /기억(?:나|하)(?:니|세요|나요|시나요|해요?)\s?[?？]|기억이?\s?(?:안|나지)|기억\s?못/,
    /(?:걱정|신경\s?쓰|서두르|미안해|부담\s?갖|사과)(?:하)?지\s?(?:마|말)/,
    /(?:항상|매번|늘|언제나|맨날).{0,20}(?:실패|에러|오류|까먹|잊어|느려|죽어|안\s?(?:돼|되)|헷갈|떠요?|나요?(?:[.!]|$))/,
    /^(?:나|저|내가|제가)(?:는|도)?\s?(?:항상|매번|늘|맨날)/,
    /앞으로\s?(?:어떻게|뭐|무엇|할\s?수도|할지도|계획)/,
    /^(?:괜찮아요?|괜찮습니다|문제\s?없|아니요?,?\s?(?:괜찮|됐어|없어|몰라|모르))/,
  ],
  oneOff: /지금은|일단|우선은|이번(?:에는?|만)|오늘은?|내일|아직|나중에|당분간|잠깐/,
  question: /[?？]\s*$|(?:까요|나요|을까|인가요|는지|건가요|ㄹ까|죠)\s*$/,
  taskRequest:
    /(?:써|작성해|만들어|알려|번역해|설명해|구현해|추가해|수정해|요약해|생성해|고쳐|정리해)\s?(?:줘|주세요|달라|줄래)[.!\s]*$/,
  anaphora:
    /^(?:앞으로(?:도|는)?|다음부터(?:는)?|항상|매번)?\s?(?:그렇게|이렇게|똑같이|그대로)\s?(?:해(?:\s?줘|주세요|요)?|하세요|해라)[.!\s]*$/,
  directive: re(`(?:${DO}|${DONT}|말고|대신|아니라|여야|이어야|입니다)`),
  opener:
    /^(?:네|예|응|좋아요?|고마워요?|감사합니다|알겠(?:어요?|습니다)|음+|아|참고로|그리고|또|저기|ok|okay|오케이|죄송(?:해요|합니다)?)(?:[,.!\s]+)(?=\S)/,
  foreignText:
    /^(?:당신은|너는|넌)\s.{1,30}(?:입니다|이다|이야|로서|역할)|^(?:다음|아래)(?:의)?.{0,20}(?:번역|요약|교정|고쳐)|^지금부터\s?(?:너는|당신은|넌)/,
  listHeader: /(?:규칙|컨벤션|원칙|주의\s?사항|선호).{0,12}[:：]\s*$|(?:앞으로|지금부터|다음부터).{0,20}[:：]\s*$/,
};
