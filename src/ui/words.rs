//! Words of the window that are no command: each once, in three languages. Commands have theirs in `commands`.

use crate::base::text::Phrase;

macro_rules! words {
    ($($name:ident = $zh:literal, $ja:literal, $en:literal;)*) => {
        $(pub(crate) static $name: Phrase = Phrase::new($zh, $ja, $en);)*
    };
}

words! {
    APP_NAME = "BEM Studio", "BEM Studio", "BEM Studio";
    UNSAVED = "未保存", "未保存", "unsaved";
    UNTITLED = "未命名", "無題", "Untitled";

    MENU_FILE = "文件", "ファイル", "File";
    MENU_EDIT = "编辑", "編集", "Edit";
    MENU_VIEW = "视图", "表示", "View";
    MENU_PACKAGE = "包", "パッケージ", "Package";
    MENU_LANGUAGE = "语言", "言語", "Language";
    MENU_THEME = "配色", "配色", "Theme";
    MENU_SCALE = "界面大小", "表示の大きさ", "UI size";
    MENU_RECENT = "最近打开", "最近使ったファイル", "Open recent";
    THEME_SYSTEM = "跟随系统", "システムに合わせる", "As the system";
    THEME_LIGHT = "浅色", "ライト", "Light";
    THEME_DARK = "深色", "ダーク", "Dark";

    START_TITLE = "把模型变成经过验证的 BEM 包", "モデルを、検証済みの BEM パッケージへ", "From a model to a proven BEM package";
    START_LEAD = "把 PMX 文件、项目、角色目录或 .bem 拖到窗口任意位置，或从这里开始。",
        "PMX、プロジェクト、キャラクターカタログ、.bem をこのウィンドウにドロップするか、ここから始めてください。",
        "Drop a PMX file, a project, a character catalogue or a .bem anywhere, or begin here.";
    START_SAMPLE = "自带的示例人物，已选好角色：试试整个流程。",
        "付属のサンプル。キャラクターも選択済みで、全工程を試せます。",
        "The bundled sample figure with its character: try the whole way.";
    START_FIGURE = "导入 MMD 模型，然后选择它要替换的角色。",
        "MMD モデルを読み込み、置き換えるキャラクターを選びます。",
        "Import an MMD model, then choose the character it stands in for.";
    START_OPEN = "打开项目…", "プロジェクトを開く…", "Open project…";
    START_PROJECT = "继续编辑保存过的项目。", "保存したプロジェクトの続きを編集します。", "Go on with a project you saved.";
    START_PACKAGE = "打开任意 .bem，编辑或检查它。", "任意の .bem を開いて、編集や検査をします。", "Open any .bem to edit or check it.";
    RECOVERY_TITLE = "恢复未保存的文档", "未保存の文書の復元", "Recover unsaved documents";
    RECOVERY_LEAD = "上次程序意外退出，这些文档当时没有保存。打开不会删除恢复记录；保存或关闭文档后才会删除。",
        "前回、プログラムが異常終了しました。以下は未保存だった文書です。開いても記録は消えません。文書を保存するか閉じると消えます。",
        "The program ended unexpectedly with these documents unsaved. Opening one does not delete its record; saving or closing it does.";
    RECOVERY_ABOUT = "{place} · 步数：{n} · {age}", "{place} · 操作数：{n} · {age}", "{place} · steps: {n} · {age}";
    RECOVERY_OF = "项目 {path}", "プロジェクト {path}", "project {path}";
    RECOVERY_UNNAMED = "从未保存过", "一度も保存されていません", "never saved";
    RECOVERY_OPEN = "打开恢复的文档", "復元した文書を開く", "Open recovered";
    RECOVERY_COMPARE = "与已保存的比较", "保存版と比べる", "Compare";
    RECOVERY_SAVED = "打开已保存的项目", "保存版を開く", "Open saved";
    RECOVERY_LATER = "以后再决定", "あとで決める", "Decide later";
    RECOVERY_DISCARD = "丢弃…", "破棄…", "Discard…";
    RECOVERY_DISCARD_NOW = "永久丢弃这份恢复记录", "この復元の記録を完全に破棄", "Discard this record for good";
    AGE_UNKNOWN = "时间不明", "時刻不明", "time unknown";
    AGE_NOW = "不到一分钟前", "1 分以内", "less than a minute ago";
    AGE_MINUTES = "{n} 分钟前", "{n} 分前", "{n} min ago";
    AGE_HOURS = "{n} 小时前", "{n} 時間前", "{n} h ago";
    AGE_DAYS = "{n} 天前", "{n} 日前", "{n} d ago";
    SAFE_START = "前两次启动失败，因此这次以安全方式启动：没有打开任何文件，也不显示三维视图。下次启动恢复正常。",
        "2 回続けて起動に失敗したため、安全に起動しました。ファイルは開かず、3D ビューも表示しません。次回は通常どおり起動します。",
        "Two starts in a row failed, so this one is safe: nothing was opened and the 3D view stays off. The next start is usual again.";
    SAFE_START_VIEW = "安全启动：三维视图已关闭。", "安全な起動のため、3D ビューは表示しません。", "Started safely: the 3D view is off.";
    HISTORY = "历史记录", "操作の履歴", "History";
    HISTORY_START = "打开时的状态", "開いたときの状態", "As it was opened";
    RECENT = "最近", "最近使ったもの", "Recent";
    RECENT_NONE = "还没有。打开过的文件会出现在这里。", "まだありません。開いたファイルがここに並びます。", "Nothing yet. Files you open will be listed here.";
    FORGET = "从列表移除", "一覧から外す", "Remove from the list";

    PROBLEMS = "问题", "問題", "Problems";
    VIEW_3D = "三维视图", "3D ビュー", "3D view";
    FILTER = "筛选", "絞り込み", "Filter";
    PACKAGE = "包", "パッケージ", "Package";
    CHARACTER = "角色", "キャラクター", "Character";
    NO_CHARACTER = "尚未选择角色", "キャラクター未選択", "No character chosen";
    FIGURES = "模型", "モデル", "Figures";
    BONES = "骨骼", "ボーン", "Bones";
    MATERIALS = "材质", "材質", "Materials";
    COMPONENTS = "部件", "パーツ", "Components";
    TEXTURES = "贴图", "テクスチャ", "Textures";
    GROUPS = "选项组", "オプション群", "Option groups";
    EMPTY_COMPONENTS = "选择角色后，它的部件会出现在这里。", "キャラクターを選ぶと、パーツがここに並びます。", "Choose a character and its components are listed here.";
    EMPTY_TEXTURES = "把材质分配到部件后，贴图会出现在这里。", "材質をパーツに割り当てると、テクスチャがここに並びます。", "Place materials on components and their textures are listed here.";
    EMPTY_GROUPS = "选项组让玩家在几种外观之间切换。", "オプション群があると、プレイヤーが見た目を切り替えられます。", "An option group lets players switch between looks.";

    FIELD_ID = "包 ID", "パッケージ ID", "Package id";
    FIELD_ID_HELP = "自动生成；发布后请保持不变，玩家的设置靠它识别。",
        "自動で作られます。公開後は変えないでください。プレイヤーの設定はこの ID に結び付きます。",
        "Generated for you. Keep it once released: players' settings hang on it.";
    FIELD_NAME = "名称", "名前", "Name";
    FIELD_AUTHOR = "作者", "作者", "Author";
    FIELD_VERSION = "版本", "バージョン", "Version";
    EXPORT_AS = "将导出为 BEM {minor}，数据约 {size}，状态数 {states}", "BEM {minor} で書き出します。データ約 {size}、状態数 {states}", "Will export as BEM {minor}: about {size} of data, states: {states}";
    EXPORT_BUTTON = "导出 BEM {minor} · {size}", "BEM {minor} を書き出す · {size}", "Export BEM {minor} · {size}";
    EXPORT_BLOCKED = "阻止导出的问题：{n}", "書き出しを妨げる問題：{n}", "Problems that block the export: {n}";
    EXPORT_CHECKING = "正在检查…", "検査中…", "Checking…";

    COL_BONE = "模型骨骼", "モデルのボーン", "Figure bone";
    COL_TARGET_BONE = "游戏骨骼", "ゲームのボーン", "Game bone";
    COL_WEIGHT = "权重", "ウェイト", "Weight";
    COL_HOW = "依据", "根拠", "How";
    COL_MATERIAL = "材质", "材質", "Material";
    COL_TRIANGLES = "三角形", "三角形", "Triangles";
    COL_PLACE = "替换", "置き換え先", "Stands in for";
    BY_NOBODY = "未映射", "未割り当て", "not mapped";
    BY_NAME = "名称", "名前", "name";
    BY_APPEND = "付与", "付与", "append";
    BY_PARENT = "并入父骨骼", "親へ統合", "into parent";
    BY_ROOT = "根", "ルート", "root";
    BY_AUTHOR = "手动", "手動", "by hand";
    ONLY_WEIGHTED = "仅有权重的", "ウェイトのあるものだけ", "With weight only";
    TO_PARENT = "并入父骨骼", "親ボーンへ統合", "Into its parent";
    LEFT_OUT = "不使用", "使わない", "Left out";
    CHOOSE_CHARACTER_FIRST = "先选择角色，才能分配。", "割り当てるには、先にキャラクターを選んでください。", "Choose a character first; then things can be placed.";

    OP_KEEP = "保留原样", "元のまま", "Keep";
    OP_REPLACE = "替换", "置き換え", "Replace";
    OP_HIDE = "隐藏", "非表示", "Hide";
    OP_REPLACE_NEEDS = "没有材质分配到此部件，无法替换。", "このパーツに割り当てた材質がないため、置き換えられません。", "No material is placed on this component, so there is nothing to replace it with.";
    RULE_ALWAYS = "始终", "常に", "Always";
    RULE_OTHERWISE = "其他情况", "それ以外", "Otherwise";
    RULE_BY_GROUP = "由选项组决定", "オプション群で決める", "Decided by option group";
    INDEX_COUNT = "原索引数", "元のインデックス数", "Original indices";
    MATERIALS_HERE = "分配到此的材质", "ここに割り当てた材質", "Materials placed here";
    NONE = "无", "なし", "none";

    GROUP_NEW_NAME = "服装", "衣装", "Outfit";
    GROUP_NEW_ON = "开", "オン", "On";
    GROUP_NEW_OFF = "关", "オフ", "Off";
    GROUP_CHOICES = "选项", "選択肢", "Choices";
    GROUP_DEFAULT = "默认", "既定", "default";
    GROUP_ID = "ID（自动生成）", "ID（自動生成）", "Id (generated)";

    TEXTURE_FORMAT = "格式", "形式", "Format";
    TEXTURE_MIPS = "多级纹理", "ミップマップ", "Mip levels";
    MIPS_FULL = "完整", "すべて", "full chain";
    MIPS_SINGLE = "仅原尺寸", "原寸のみ", "largest only";
    TEXTURE_MISSING = "找不到图片，导出时用中性占位图代替。", "画像が見つかりません。書き出しでは中立の代替画像を使います。", "The picture is missing; a neutral placeholder is exported.";
    TEXTURE_PLAIN = "纯色（材质没有贴图）", "単色（材質にテクスチャなし）", "One colour (the material has no texture)";
    TEXTURE_SIZE = "尺寸", "サイズ", "Size";

    REPORT = "导入报告", "読み込みレポート", "Import report";
    REPORT_SECTION = "部分", "区分", "Section";
    REPORT_KEPT = "保留", "保持", "Kept";
    REPORT_CONVERTED = "转换", "変換", "Converted";
    REPORT_DROPPED = "舍弃", "破棄", "Dropped";
    TERMS = "模型说明（使用条款）", "モデルの説明（利用規約）", "The model's comment (terms of use)";
    REMOVE_FIGURE = "移除此模型", "このモデルを取り除く", "Remove this figure";
    SOURCE_FILE = "文件", "ファイル", "File";

    PROBLEMS_NONE = "没有问题。", "問題はありません。", "No problems.";
    PROBLEMS_COUNT = "阻止 {errors} · 警告 {warnings} · 提示 {hints}", "ブロック {errors} · 警告 {warnings} · ヒント {hints}", "Blocking {errors} · Warnings {warnings} · Hints {hints}";

    CLOSE_TITLE = "有未保存的更改", "保存していない変更があります", "There are unsaved changes";
    CLOSE_TEXT = "要在关闭前保存“{name}”吗？", "閉じる前に「{name}」を保存しますか？", "Save \"{name}\" before closing?";
    CLOSE_SAVE = "保存", "保存", "Save";
    CLOSE_DISCARD = "不保存", "保存しない", "Don't save";
    CLOSE_CANCEL = "取消", "キャンセル", "Cancel";

    PATH_IMPORT = "导入 PMX 模型", "PMX モデルを読み込む", "Import a PMX model";
    PATH_CATALOG = "选择角色", "キャラクターを選ぶ", "Choose a character";
    PATH_OPEN = "打开", "開く", "Open";
    PATH_PACKAGE = "打开包", "パッケージを開く", "Open a package";
    PATH_SAVE = "项目另存为", "プロジェクトを保存", "Save the project as";
    PATH_EXPORT = "导出包", "パッケージを書き出す", "Export the package";
    PATH_NO_DIALOG_SAVE = "系统没有提供文件对话框。请输入完整路径。",
        "システムのファイルダイアログがありません。パスを入力してください。",
        "The system offers no file dialog. Type the full path.";
    PATH_EXISTS = "此文件已存在，将被替换。", "このファイルは既にあり、置き換えられます。", "This file exists and will be replaced.";
    PATH_MISSING = "没有这个文件。", "このファイルはありません。", "There is no such file.";
    PATH_REPLACE = "替换", "置き換える", "Replace";
    PATH_NO_DIALOG = "系统没有提供文件对话框。请输入完整路径，或把文件拖进窗口。",
        "システムのファイルダイアログがありません。パスを入力するか、ファイルをドロップしてください。",
        "The system offers no file dialog. Type the full path, or drop the file on the window.";
    PATH_FIELD = "路径", "パス", "Path";
    PATH_OK = "确定", "OK", "OK";

    NO_WINDOW = "无法打开窗口：{what}。需要 OpenGL 3.3 和图形界面；命令行命令不需要窗口（bem-studio --help）。",
        "ウィンドウを開けません：{what}。OpenGL 3.3 とデスクトップ環境が必要です。コマンドはウィンドウなしでも使えます（bem-studio --help）。",
        "The window cannot be opened: {what}. It needs OpenGL 3.3 and a desktop; the commands work without (bem-studio --help).";
    DROP_HINT = "松开以打开：{names}", "ドロップで開く：{names}", "Drop to open: {names}";
    CANCEL = "取消", "キャンセル", "Cancel";
    CANCELLING = "正在取消…", "中止しています…", "Cancelling…";
    DISMISS = "关闭通知", "通知を閉じる", "Dismiss";
    VIEW_HELP = "左键旋转 · 中键平移 · 滚轮缩放 · Home 全部显示", "左ドラッグで回転 · 中ドラッグで移動 · ホイールで拡大 · Home で全体表示", "Left drag orbits · middle drag pans · wheel zooms · Home frames all";
    VIEW_EMPTY = "把 PMX 文件拖到这里", "PMX をここにドロップ", "Drop a PMX file here";
    VIEW_NO_GL = "无法显示三维视图：{what}", "3D ビューを表示できません：{what}", "The 3D view cannot be shown: {what}";
    SHOW_BONES = "骨架", "骨格", "Skeleton";

    MEND = "修复…", "修正…", "Repair…";
    MEND_COUNTS = "出错的状态：{before} → {after}", "失敗する状態：{before} → {after}", "Failing states: {before} → {after}";
    PROOFS = "最坏情况", "最悪の場合", "Worst cases";
    MAX_DRAWS = "绘制段（每个部件）", "描画区分（パーツごと）", "Draws of a component";
    MAX_INDICES = "索引（每个部件）", "インデックス（パーツごと）", "Indices of a component";
    MAX_TEXTURES = "贴图", "テクスチャ", "Textures";
    MAX_DECODED = "解压后数据", "展開後のデータ", "Decoded data";
    MAX_RESIDENT = "常驻数据", "常駐データ", "Resident data";
    NOT_PROVEN = "尚未证明", "未証明", "not proven yet";
    SHOW_STATE = "显示这个状态", "この状態を表示", "Show this state";
    LIGHT_FORMAT = "符合格式", "形式に適合", "Valid by the format";
    LIGHT_TOOL = "已发布的制作工具可接受", "公開済みの制作ツールで受理される", "Accepted by the published tool";
    LIGHT_TOOL_WHY = "{rule}：超出该工具的预算 {limit}。请简化这些选项组的条件：{groups}", "{rule}：そのツールの予算 {limit} を超えます。次のオプション群の条件を簡単にしてください：{groups}", "{rule}: over that tool's budget of {limit}. Simplify the conditions of these groups: {groups}";
    SHOWN_STATE = "显示的状态", "表示する状態", "Shown state";
    SHOWN_DEFAULTS = "恢复默认", "初期状態に戻す", "Back to the defaults";
    VIEW_NOTHING = "这个状态下没有可显示的网格：原模型保持不变或被隐藏。", "この状態で表示するメッシュはありません。元のモデルが残るか、隠されます。", "This state shows no mesh of the package: originals stay or are hidden.";
    OPENED_PACKAGE = "来自打开的包", "開いたパッケージより", "From the opened package";
    OP_RETEXTURE = "保留并换贴图", "残してテクスチャを交換", "Keep, other textures";
    RULE_BY_APPEARANCE = "由固定外观决定，见“固定外观”。", "固定外観で決まります。「固定外観」を見てください。", "Decided by the fixed appearances.";
    RULE_CANDIDATES = "此包逐条列出各种情况；每个状态下恰有一条成立。", "このパッケージは場合を並べて書いています。どの状態でもちょうど 1 つが成り立ちます。", "This package lists its cases one by one; exactly one holds in every state.";
    RULE_TO_ORDERED = "改为按顺序的规则", "順番の規則にする", "Turn into an ordered rule";
    RULE_TO_ORDERED_HELP = "从上到下第一条成立的生效，其余情况用最后一条。", "上から順に最初に成り立つものが効き、それ以外は最後のものになります。", "The first case that holds takes effect; the last one covers everything else.";
    NEVER = "从不", "なし", "never";
    AND = "且", "かつ", "and";
    OR = "或", "または", "or";
    NOT = "非", "でない", "not";
    REMOVE = "删除", "削除", "Remove";
    UNKNOWN = "未知", "不明", "unknown";
    VERTICES = "顶点", "頂点", "Vertices";
    MESH_STRIDES = "每顶点字节数", "頂点あたりのバイト数", "Bytes a vertex";
    MESH_PALETTE = "使用的骨骼", "使うボーン", "Bones in use";
    MESH_DRAWS = "绘制段", "描画区分", "Draws";
    MESH_REMOVE = "删除此网格", "このメッシュを削除", "Remove this mesh";
    CONSTRAINTS = "选择约束", "選択の制約", "Constraints";
    CONSTRAINTS_HELP = "每种选择都必须满足以下全部条件。", "どの選択も、次の条件をすべて満たします。", "Every selection satisfies all of these.";
    APPEARANCES = "固定外观", "固定外観", "Fixed appearances";
    APPEARANCES_HELP = "这是 1.0 的包：每个外观都是完整的状态。转换为选项组之后，可以添加选项、滑块和贴图槽。", "これは 1.0 のパッケージです。外観はそれぞれ完結した状態です。オプション群へ変換すると、オプション、スライダー、テクスチャスロットを追加できます。", "This is a 1.0 package: each appearance is a complete state. Once converted to an option group, options, sliders and texture slots can be added.";
    CONVERT_APPEARANCES = "转换为选项组", "オプション群へ変換", "Convert to an option group";
    SLOTS = "贴图槽", "テクスチャスロット", "Texture slots";
    SLIDERS = "滑块", "スライダー", "Sliders";
    SLIDER_WAY = "最小 – 最大（步长）", "最小 – 最大（刻み）", "Lowest – highest (step)";
    SLIDER_REST = "中性 / 默认", "基準 / 初期値", "Neutral / default";
    SLIDER_SHAPES = "改变的网格", "変形するメッシュ", "Meshes it shapes";
    AVAILABLE = "可用条件", "利用条件", "Available";
    ROOT_OFFSET = "整体位移", "全体の移動", "Root offset";
    ROOT_OFFSET_BONE = "骨骼", "ボーン", "Bone";
    ROOT_OFFSET_SHIFT = "位移", "移動量", "Shift";
    DRIVERS = "驱动", "ドライバー", "Drivers";
    DRIVER_WAVE = "波形", "波形", "Waveform";
    DRIVER_RUN = "播放", "再生", "Playback";
    DRIVER_LOOP = "循环", "繰り返し", "loop";
    DRIVER_ONCE = "一次", "1 回", "once";
    DRIVER_SPEED = "速度", "速さ", "Speed";
    DRIVER_BINDINGS = "绑定", "割り当て", "Bindings";
    DRIVER_SOUND = "声音", "音", "Sound";
    WAVE_PINGPONG = "往返", "往復", "to and fro";
    WAVE_SINE = "正弦", "正弦", "sine";
    WAVE_JITTER = "颤动", "震え", "jitter";
    WAVE_SAWTOOTH = "单向", "片道", "sawtooth";
    WAVE_STEP = "开关", "切り替え", "step";
    PACKAGE_VERDICT_OK = "检查通过", "検査に合格", "All checks passed";
    PACKAGE_VERDICT_BAD = "检查未通过", "検査に不合格", "Checks failed";
    PACKAGE_READ_ONLY = "只读：此包违反规则，因此只能查看。", "読み取り専用：規則に反しているため、閲覧のみです。", "Read only: a rule rejects this package, so it is open for looking.";
    PACKAGE_STATES = "可到达状态", "到達できる状態", "Reachable states";
    FILE_SIZE = "文件大小", "ファイルサイズ", "File size";
    PACKAGE_MINOR = "格式版本", "形式バージョン", "Format version";
    PACKAGE_MESHES = "网格", "メッシュ", "Meshes";
    PACKAGE_PAYLOADS = "数据块", "ペイロード", "Payloads";
}
