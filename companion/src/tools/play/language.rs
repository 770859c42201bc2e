//! Every word that a player sees, in all languages side by side.
//!
//! To add a language: add it to [`Language`], and a text to every line; the tests tell what is
//! missing. `{words}` in braces are filled in and must be the same in all.

use clap::ValueEnum;

/// The languages of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// English.
    #[value(name = Language::English.code())]
    English,
    /// Korean.
    #[value(name = Language::Korean.code())]
    Korean,
    /// Chinese in simplified characters.
    #[value(name = Language::Chinese.code())]
    Chinese,
}

impl Language {
    /// All, in the order of the table below.
    pub const ALL: [Language; 3] = [Language::English, Language::Korean, Language::Chinese];

    /// Its two letters (ISO 639-1).
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Korean => "ko",
            Language::Chinese => "zh",
        }
    }

    /// The language of a locale like `ko_KR.UTF-8`; English for those that are not spoken here.
    pub fn of_locale(locale: &str) -> Language {
        let spoken = |language: &Language| locale.to_ascii_lowercase().starts_with(language.code());
        Language::ALL.into_iter().find(spoken).unwrap_or(Language::English)
    }

    /// The words.
    pub const fn texts(self) -> &'static Texts {
        &TEXTS[self as usize]
    }
}

/// Puts values in the places of a text that bear their names.
pub fn fill(text: &str, values: &[(&str, &str)]) -> String {
    values
        .iter()
        .fold(text.to_string(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
}

macro_rules! texts {
    ($($name:ident: $english:literal, $korean:literal, $chinese:literal;)*) => {
        /// All texts in one language.
        #[derive(Debug)]
        #[allow(missing_docs)] // each says itself what it is
        pub struct Texts {
            $(pub $name: &'static str,)*
        }

        static TEXTS: [Texts; Language::ALL.len()] = [
            Texts { $($name: $english,)* },
            Texts { $($name: $korean,)* },
            Texts { $($name: $chinese,)* },
        ];

        #[cfg(test)]
        const TABLE: &[(&str, [&str; Language::ALL.len()])] =
            &[$((stringify!($name), [$english, $korean, $chinese]),)*];
    };
}

texts! {
    black: "black", "흑", "黑方";
    white: "white", "백", "白方";
    human: "human", "사람", "人";
    level: "level {n}", "{n}단계", "{n} 级";

    freestyle: "freestyle", "자유 규칙", "自由规则";
    standard: "standard", "표준 규칙", "标准规则";
    renju: "renju", "렌주", "连珠";
    caro: "caro", "카로", "Caro 规则";
    caro_overline: "caro with overlines", "카로(장목 허용)", "Caro 规则(长连可胜)";

    five: "five", "5목", "五连";
    open_four: "open four", "열린 4", "活四";
    double_four: "double four", "4-4", "双四";
    four_three: "four-three", "4-3", "四三";
    four: "four", "4", "冲四";
    double_three: "double three", "3-3", "双活三";
    open_three: "open three", "열린 3", "活三";
    three: "closed three", "닫힌 3", "眠三";
    double_two: "two open twos", "열린 2 두 개", "双活二";
    open_two: "open two", "열린 2", "活二";
    foul_three: "double three", "3-3", "三三";
    foul_four: "double four", "4-4", "四四";
    foul_overline: "overline", "장목", "长连";

    plays: "{side} plays {point}", "{side} {point}", "{side}下 {point}";
    stops: "stops {shape}", "{shape} 저지", "阻止{shape}";
    to_move: "{side} to move", "{side} 차례", "轮到{side}";
    your_turn: "your turn, {side}", "{side} 둘 차례입니다", "{side},请落子";
    thinking: "{side} is thinking", "{side} 생각 중", "{side}思考中";
    looking: "looking for a hint", "추천 수를 찾는 중", "正在寻找提示";
    paused: "stopped: 'now' lets the engine play", "멈춤: now 로 계속", "已暂停:输入 now 继续";
    paused_key: "stopped: m lets the engine play", "멈춤: m 키로 계속", "已暂停:按 m 继续";

    wins: "{side} wins with {n} in a row", "{side} 승: {n}목", "{side}连成 {n} 子获胜";
    fouled: "forbidden point ({fouls}): {side} wins", "금수({fouls}): {side} 승", "禁手({fouls}):{side}胜";
    draw: "draw", "무승부", "和棋";
    resigned: "{loser} resigns, {side} wins", "{loser} 기권, {side} 승", "{loser}认输,{side}胜";
    out_of_time: "no time left for {loser}, {side} wins", "{loser} 시간 초과, {side} 승", "{loser}超时,{side}胜";

    off_board: "{point} is not on the board", "{point}: 판 밖입니다", "{point} 不在棋盘上";
    occupied: "{point} is occupied", "{point}: 이미 돌이 있습니다", "{point} 已有棋子";
    forbidden: "{point} is forbidden to black: {fouls}", "{point}: 흑의 금수입니다({fouls})", "{point} 是黑方禁手点:{fouls}";
    over: "the game is over", "대국이 끝났습니다", "对局已结束";
    engines_turn: "it is the engine's turn", "엔진이 둘 차례입니다", "现在轮到引擎";
    nothing_to_undo: "no move to take back", "무를 수가 없습니다", "没有可悔的棋";
    opening_stays: "stones of an opening cannot be taken back", "오프닝의 돌은 무를 수 없습니다", "开局的棋子不能悔棋";
    nothing_to_redo: "no move to play again", "다시 둘 수가 없습니다", "没有可恢复的棋";
    undone: "taken back: {points}", "무름: {points}", "悔棋:{points}";
    redone: "played again: {points}", "다시 둠: {points}", "恢复:{points}";

    opening_middle: "{point}: the first move must be in the middle", "{point}: 첫 수는 정중앙에 두어야 합니다", "{point}:第一着须下在正中";
    opening_reach: "{point}: this move must lie at most {n} lines from the middle", "{point}: 이 수는 중앙에서 {n}줄 이내에 두어야 합니다", "{point}:此着须在距中心 {n} 路之内";
    swap2_three: "swap2: place three stones, black, white and black", "swap2: 흑, 백, 흑 세 돌을 놓으세요", "swap2:请依次放黑、白、黑三子";
    swap2_choose: "swap2: take black or white, or place two more stones (b, w, 2)", "swap2: 흑 또는 백을 고르거나 두 돌을 더 놓으세요 (b, w, 2)", "swap2:选择黑方或白方,或再放两子 (b, w, 2)";
    two_more: "swap2: place a white and a black stone", "swap2: 백돌과 흑돌을 하나씩 놓으세요", "swap2:请放一白子和一黑子";
    swap2_again: "swap2: take black or white (b, w)", "swap2: 흑 또는 백을 고르세요 (b, w)", "swap2:选择黑方或白方 (b, w)";
    opening_stone: "opening: place a stone for {side}", "오프닝: {side} 돌을 놓으세요", "开局:请放一{side}子";
    opening_stone_middle: "opening: place a stone for {side} in the middle", "오프닝: 정중앙에 {side} 돌을 놓으세요", "开局:请在正中放一{side}子";
    opening_stone_within: "opening: place a stone for {side}, at most {n} lines from the middle", "오프닝: 중앙에서 {n}줄 이내에 {side} 돌을 놓으세요", "开局:请在距中心 {n} 路之内放一{side}子";
    opening_stone_beyond: "opening: place a stone for {side}, at least {n} lines from the middle", "오프닝: 중앙에서 {n}줄 이상 떨어진 곳에 {side} 돌을 놓으세요", "开局:请在距中心至少 {n} 路处放一{side}子";
    opening_colour: "opening: take black or white (b, w)", "오프닝: 흑 또는 백을 고르세요 (b, w)", "开局:选择黑方或白方 (b, w)";
    opening_ten: "opening: take black or white, or offer ten fifth moves (b, w, 0)", "오프닝: 흑 또는 백을 고르거나 다섯째 수 열 개를 제시하세요 (b, w, 0)", "开局:选择黑方或白方,或提出十个五手打点 (b, w, 0)";
    opening_number: "opening: how many fifth moves, 1 to {n}?", "오프닝: 다섯째 수는 몇 개입니까? 1-{n}", "开局:五手打点数,1 到 {n}?";
    opening_offer: "opening: offer fifth move {k} of {n}", "오프닝: 다섯째 수 {k}/{n} 제시", "开局:提出第 {k}/{n} 个五手打点";
    opening_pick: "opening: choose one of the fifth moves {points}", "오프닝: 다섯째 수 하나를 고르세요: {points}", "开局:选择一个五手打点:{points}";
    opening_beyond: "{point}: this move must lie at least {n} lines from the middle", "{point}: 이 수는 중앙에서 {n}줄 이상 떨어져야 합니다", "{point}:此着须距中心至少 {n} 路";
    opening_same: "{point} gives the same position as another fifth move", "{point}: 다른 다섯째 수와 같은 형태입니다", "{point} 与另一打点形状相同";
    opening_not_offered: "{point} is not among the fifth moves", "{point}: 제시된 다섯째 수가 아닙니다", "{point} 不在打点之中";
    opening_name: "opening {name}", "주형 {name}", "开局 {name}";
    offers: "fifth move offered: {point}", "다섯째 수 제시: {point}", "五手打点:{point}";
    fifths: "fifth moves: {n}", "다섯째 수: {n}개", "五手打点数:{n}";
    choose_first: "first take black or white", "먼저 흑이나 백을 고르세요", "请先选择黑方或白方";
    nothing_to_choose: "there is nothing to choose now", "지금은 고를 것이 없습니다", "现在没有可选择的";

    reviewing: "analysing the game", "대국을 분석하는 중", "正在分析对局";
    no_review: "only a finished game is analysed", "끝난 대국만 분석합니다", "只能分析已结束的对局";
    reviewed: "move {n}, {side} {point}: black wins {chance} %", "{n}수, {side} {point}: 흑 승률 {chance} %", "第 {n} 手,{side} {point}:黑方胜率 {chance} %";
    better: "better: {point}", "더 좋은 수: {point}", "更好的着法:{point}";
    refutation: "refutation: {points}", "응징: {points}", "反驳:{points}";
    no_mistakes: "no mistake was found", "실수를 찾지 못했습니다", "没有发现失误";
    look_through: "look through the finished game", "끝난 대국 돌아보기", "回看已结束的对局";
    analyse: "analyse the finished game", "끝난 대국 분석", "分析已结束的对局";
    kind_foul: "forbidden move", "금수", "禁手";
    kind_missed_win: "missed win", "놓친 승리", "错失胜机";
    kind_losing_move: "losing move", "패착", "败着";
    kind_blunder: "blunder", "큰 실수", "大恶手";
    kind_mistake: "mistake", "실수", "恶手";
    kind_inaccuracy: "inaccuracy", "완착", "缓着";

    hint: "hint: {point}", "추천: {point}", "提示:{point}";
    no_hint: "no hint here", "추천할 수가 없습니다", "此处没有提示";
    reason_wins: "wins at once: five in a row", "바로 승리: 5목", "立即获胜:五连";
    reason_wins_in: "wins by force in {n} moves", "{n}수 안에 필승", "{n} 步内必胜";
    reason_loses_in: "every move loses; this one holds out longest: {n} moves", "모든 수가 패배, 가장 오래 버팀: {n}수", "所有着法皆负,此着坚持最久:{n} 步";
    reason_loses_next: "every move loses; this one holds out longest: 1 move", "모든 수가 패배, 가장 오래 버팀: 1수", "所有着法皆负,此着坚持最久:1 步";
    reason_only: "the only move that stops five", "5목을 막는 유일한 수", "阻止五连的唯一着法";
    reason_stops_five: "stops five", "5목을 막음", "阻止五连";
    reason_stops_open_four: "answers a threat of an open four", "열린 4 위협에 대한 응수", "应对活四的威胁";
    reason_makes: "makes: {shape}", "만드는 모양: {shape}", "形成:{shape}";
    reason_denies: "denies {side}: {shape}", "{side}에게서 빼앗는 모양: {shape}", "破坏{side}的:{shape}";
    reason_chance: "winning chance about {n} %", "승률 약 {n} %", "胜率约 {n} %";
    line: "a likely line: {points}", "예상 진행: {points}", "预计进行:{points}";

    threats: "threats", "위협", "威胁";
    threat: "{side}: {shape} at {points}", "{side}: {points}에 {shape}", "{side}:{points} 可成{shape}";
    no_threats: "no winning threat on the board", "판 위에 결정적인 위협이 없습니다", "棋盘上没有致胜威胁";
    forbidden_points: "forbidden to black: {points}", "흑의 금수: {points}", "黑方禁手点:{points}";
    no_forbidden: "no point is forbidden now", "지금은 금수가 없습니다", "目前没有禁手点";

    game: "{rule}, board of {size}", "{rule}, {size}줄 판", "{rule},{size} 路棋盘";
    moves: "moves: {points}", "수순: {points}", "棋谱:{points}";
    no_moves: "no stone yet", "아직 돌이 없습니다", "还没有棋子";
    time_left: "{side} has {time} left", "{side} 남은 시간 {time}", "{side}剩余 {time}";
    time_taken: "{side} has taken {time}", "{side} 쓴 시간 {time}", "{side}已用 {time}";
    new_game: "new game", "새 대국", "新对局";
    level_set: "{side}: {player}", "{side}: {player}", "{side}:{player}";
    level_error: "a level is a number from 1 to 10", "단계는 1부터 10까지입니다", "级别为 1 到 10";
    saved: "saved as {file}", "{file} 에 저장했습니다", "已保存到 {file}";
    opening_lost: "the file does not hold how the opening stands", "이 파일에는 오프닝의 진행 상태가 저장되지 않습니다", "该文件不保存开局进行到哪一步";
    file_exists: "the file {file} exists; the same again overwrites it", "파일 {file} 이(가) 이미 있습니다. 다시 하면 덮어씁니다", "文件 {file} 已存在;再次执行将覆盖";
    save_error: "cannot save: {error}", "저장할 수 없습니다: {error}", "无法保存:{error}";
    unsaved: "the game is not saved; the same again drops it", "대국을 저장하지 않았습니다. 다시 하면 버립니다", "对局尚未保存;再次执行将放弃";
    save_usage: "say a name: save FILE", "파일 이름을 쓰세요: save 파일", "请给出文件名:save 文件";
    not_a_command: "'{word}' is neither a point nor a command; 'help' lists them", "'{word}': 좌표도 명령도 아닙니다. help 를 보세요", "“{word}”既不是坐标也不是命令;输入 help 查看";
    try_help: "commands: help", "명령 목록: help", "命令列表:help";
    goodbye: "goodbye", "안녕히 가세요", "再见";

    place: "place a stone (or click)", "돌 놓기 (또는 클릭)", "落子(或点击)";
    move_cursor: "move the cursor", "커서 이동", "移动光标";
    go_to: "type a point", "좌표 입력", "输入坐标";
    undo: "take back", "무르기", "悔棋";
    redo: "play again", "다시 두기", "恢复";
    give_hint: "hint, with reasons", "추천 수와 이유", "提示及理由";
    show_threats: "show threats", "위협 보기", "显示威胁";
    hurry: "let the engine move now", "엔진이 바로 두게 하기", "让引擎立即落子";
    weaker_stronger: "weaker, stronger engine", "엔진 약하게, 강하게", "降低、提高引擎级别";
    change_sides: "change sides with the engine", "엔진과 돌 바꾸기", "与引擎交换执子";
    resign: "resign", "기권", "认输";
    save: "save", "저장", "保存";
    help: "keys", "키 안내", "按键";
    quit: "quit", "끝내기", "退出";
    short_undo: "undo", "무르기", "悔棋";
    short_hint: "hint", "추천", "提示";
    short_threats: "threats", "위협", "威胁";
    any_key: "any key but up and down closes this", "위아래 화살표 외의 키를 누르면 닫힙니다", "按上下键以外的任意键关闭";

    ask_file: "save as: {text}", "저장할 파일: {text}", "保存为:{text}";
    ask_point: "point: {text}", "좌표: {text}", "坐标:{text}";
    ask_number: "number of fifth moves: {text}", "다섯째 수의 개수: {text}", "五手打点数:{text}";
    ask_new: "new game? y/n", "새 대국을 할까요? y/n", "开始新对局?y/n";
    ask_resign: "resign? y/n", "기권할까요? y/n", "认输?y/n";
    ask_quit: "quit without saving? y/n", "저장하지 않고 끝낼까요? y/n", "不保存就退出?y/n";
    too_small: "too small: {width}x{height} at least", "너무 작음: 최소 {width}x{height}", "窗口太小:至少 {width}x{height}";
}

/// What the line mode understands, for `help`: commands in the first column.
pub const COMMANDS: [(&str, [&str; Language::ALL.len()]); 19] = [
    ("h8", ["play there", "그 자리에 두기", "在此落子"]),
    ("undo", ["take back the last move", "마지막 수 무르기", "悔棋"]),
    ("redo", ["play it again", "다시 두기", "恢复"]),
    ("hint", ["what to play, and why", "추천 수와 이유", "提示及理由"]),
    ("threats", ["who could make what", "위협 보기", "显示威胁"]),
    ("forbidden", ["points forbidden to black", "흑의 금수", "黑方禁手点"]),
    ("board", ["print the board", "판 보기", "显示棋盘"]),
    ("moves", ["say all moves", "수순 보기", "显示棋谱"]),
    ("clock", ["say the times", "시간 보기", "显示用时"]),
    ("now", ["let the engine move at once", "엔진이 바로 두게 하기", "让引擎立即落子"]),
    ("level 5", ["how strong the engine is, 1 to 10", "엔진 단계 1-10", "引擎级别 1-10"]),
    ("sides", ["change sides with the engine", "엔진과 돌 바꾸기", "与引擎交换执子"]),
    ("analyse", ["judge the moves of a finished game", "끝난 대국 분석", "分析已结束的对局"]),
    ("take black, take white, two", ["choose in a swap2 opening", "swap2 선택", "swap2 选择"]),
    ("number 3, ten", ["choose in an opening of renju", "렌주 오프닝 선택", "连珠开局选择"]),
    ("new", ["begin a new game", "새 대국", "新对局"]),
    ("save FILE", ["save the game", "대국 저장", "保存对局"]),
    ("resign", ["give up", "기권", "认输"]),
    ("quit", ["end", "끝내기", "退出"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The names in braces, sorted.
    fn places(text: &str) -> Vec<&str> {
        let parts = text.split('{').skip(1);
        let mut names: Vec<&str> = parts.filter_map(|part| Some(part.split_once('}')?.0)).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn all_languages_say_the_same() {
        let foreign = |text: &str| !text.is_ascii();
        for (name, [english, korean, chinese]) in TABLE {
            assert!(!english.is_empty() && !foreign(english), "{name}");
            for text in [korean, chinese] {
                assert_eq!(places(text), places(english), "{name}: {text}");
                let bare = "four foul_four four_three double_four double_three foul_three \
                            level_set plays";
                let bare: Vec<&str> = bare.split_whitespace().collect();
                assert!(foreign(text) || bare.contains(name), "{name} is not translated: {text}");
            }
        }
    }

    #[test]
    fn locales_choose_the_language() {
        for (locale, language) in [
            ("ko_KR.UTF-8", Language::Korean),
            ("zh_CN.UTF-8", Language::Chinese),
            ("zh-Hans", Language::Chinese),
            ("de_DE", Language::English),
            ("C", Language::English),
            ("", Language::English),
        ] {
            assert_eq!(Language::of_locale(locale), language, "{locale}");
        }
    }
}
