//! What the undo menu calls each edit.

use crate::base::text::Phrase;

macro_rules! words {
    ($($name:ident = $zh:literal, $ja:literal, $en:literal;)*) => {
        $(pub(super) static $name: Phrase = Phrase::new($zh, $ja, $en);)*
    };
}

words! {
    SET_PACKAGE = "修改包信息", "パッケージ情報を変更", "Change package facts";
    SET_TARGET = "选择角色", "キャラクターを選択", "Choose character";
    ADD_SOURCE = "导入模型", "モデルを読み込み", "Import model";
    REMOVE_SOURCE = "移除模型", "モデルを取り除く", "Remove model";
    MAP_BONE = "映射骨骼", "ボーンを割り当て", "Map bone";
    SET_BONE_MAP = "映射全部骨骼", "ボーンをまとめて割り当て", "Map all bones";
    PLACE_MATERIAL = "分配材质", "材質を割り当て", "Place material";
    SET_TEXTURE = "修改贴图格式", "テクスチャ形式を変更", "Change texture format";
    ADD_TEXTURE = "添加贴图", "テクスチャを追加", "Add texture";
    REMOVE_TEXTURE = "删除贴图", "テクスチャを削除", "Remove texture";
    SET_DRAW = "修改绘制段", "描画区分を変更", "Change draw";
    REMOVE_MESH = "删除网格", "メッシュを削除", "Remove mesh";
    SET_RULE = "修改部件规则", "パーツの規則を変更", "Change component rule";
    CONVERT_APPEARANCES = "把固定外观转换为选项组", "固定外観をオプション群へ変換", "Convert appearances to an option group";
    ADD_GROUP = "添加选项组", "オプション群を追加", "Add option group";
    REMOVE_GROUP = "删除选项组", "オプション群を削除", "Remove option group";
    RENAME_GROUP = "重命名选项组", "オプション群の名前を変更", "Rename option group";
    SET_GROUP = "修改选项组", "オプション群を変更", "Change option group";
    ADD_CHOICE = "添加选项", "選択肢を追加", "Add choice";
    REMOVE_CHOICE = "删除选项", "選択肢を削除", "Remove choice";
    MOVE_GROUP = "移动选项组", "オプション群を移動", "Move option group";
    SET_CONSTRAINTS = "修改选择约束", "選択の制約を変更", "Change constraints";
    ADD_SLOT = "添加贴图槽", "テクスチャスロットを追加", "Add texture slot";
    SET_SLOT = "修改贴图槽", "テクスチャスロットを変更", "Change texture slot";
    REMOVE_SLOT = "删除贴图槽", "テクスチャスロットを削除", "Remove texture slot";
    ADD_PARAMETER = "添加滑块", "スライダーを追加", "Add slider";
    SET_PARAMETER = "修改滑块", "スライダーを変更", "Change slider";
    REMOVE_PARAMETER = "删除滑块", "スライダーを削除", "Remove slider";
    SET_CHANNEL = "修改滑块的形变", "スライダーの変形を変更", "Change what a slider shapes";
    REMOVE_CHANNEL = "删除滑块的形变", "スライダーの変形を削除", "Remove what a slider shapes";
    SET_ROOT_OFFSET = "修改整体位移", "全体の移動を変更", "Change root offset";
    ADD_DRIVER = "添加驱动", "ドライバーを追加", "Add driver";
    SET_DRIVER = "修改驱动", "ドライバーを変更", "Change driver";
    REMOVE_DRIVER = "删除驱动", "ドライバーを削除", "Remove driver";
}
