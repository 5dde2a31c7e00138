//! The types of refactorings, a line each, and the files of their families.
//!
//! The first type of a family declares its file with `mod`, the others of it are `in` it.

use crate::family::Family;

macro_rules! types {
    ($($variant:ident = $name:literal $(mod $file:ident)? $(in $of:ident)?,)+) => {
        $($(pub mod $file;)?)+

        /// What kind of refactoring a finding is.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum RefactoringType {
            $($variant,)+
        }

        impl RefactoringType {
            /// In the order in which reports list them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            pub(crate) const fn family(self) -> &'static Family {
                match self {
                    $(Self::$variant => &$($file)?$($of)?::FAMILY,)+
                }
            }
        }

        /// Every family, by its first type.
        pub const ALL: &[Family] = &[$($($file::FAMILY,)?)+];
    };
}

types! {
    ExtractMethod = "Extract Method" mod extraction,
    RenameClass = "Rename Class" mod class,
    MoveAttribute = "Move Attribute" mod attribute,
    MoveAndRenameAttribute = "Move And Rename Attribute" mod attribute_use,
    ReplaceAttribute = "Replace Attribute" in attribute_use,
    RenameMethod = "Rename Method" mod method,
    InlineMethod = "Inline Method" in extraction,
    MoveMethod = "Move Method" in method,
    MoveAndRenameMethod = "Move And Rename Method" in method,
    PullUpMethod = "Pull Up Method" in method,
    MoveClass = "Move Class" in class,
    MoveAndRenameClass = "Move And Rename Class" in class,
    MoveSourceFolder = "Move Source Folder" mod source_folder,
    PullUpAttribute = "Pull Up Attribute" in attribute,
    PushDownAttribute = "Push Down Attribute" in attribute,
    PushDownMethod = "Push Down Method" in method,
    ExtractInterface = "Extract Interface" mod hierarchy,
    ExtractSuperclass = "Extract Superclass" in hierarchy,
    ExtractSubclass = "Extract Subclass" in hierarchy,
    ExtractClass = "Extract Class" in hierarchy,
    ExtractAndMoveMethod = "Extract And Move Method" in extraction,
    MoveAndInlineMethod = "Move And Inline Method" in extraction,
    ReplaceAnonymousWithClass = "Replace Anonymous With Class" mod anonymous,
    RenamePackage = "Rename Package" mod package,
    MovePackage = "Move Package" in package,
    ExtractVariable = "Extract Variable" mod variable_extract,
    ExtractAttribute = "Extract Attribute" in attribute_use,
    InlineVariable = "Inline Variable" in variable_extract,
    InlineAttribute = "Inline Attribute" mod attribute_inline,
    RenameVariable = "Rename Variable" mod variable,
    RenameParameter = "Rename Parameter" mod parameter,
    RenameAttribute = "Rename Attribute" in attribute,
    MergeVariable = "Merge Variable" mod merge_split,
    MergeParameter = "Merge Parameter" in merge_split,
    MergeAttribute = "Merge Attribute" in merge_split,
    SplitVariable = "Split Variable" in merge_split,
    SplitParameter = "Split Parameter" in merge_split,
    SplitAttribute = "Split Attribute" in merge_split,
    ReplaceVariableWithAttribute = "Replace Variable With Attribute" in variable,
    ReplaceAttributeWithVariable = "Replace Attribute With Variable" mod attribute_local,
    ParameterizeVariable = "Parameterize Variable" in variable,
    LocalizeParameter = "Localize Parameter" mod localize,
    ParameterizeAttribute = "Parameterize Attribute" in attribute_local,
    ChangeReturnType = "Change Return Type" in method,
    ChangeVariableType = "Change Variable Type" in variable,
    ChangeParameterType = "Change Parameter Type" in parameter,
    ChangeAttributeType = "Change Attribute Type" in attribute,
    AddMethodAnnotation = "Add Method Annotation" mod annotation,
    RemoveMethodAnnotation = "Remove Method Annotation" in annotation,
    ModifyMethodAnnotation = "Modify Method Annotation" in annotation,
    AddAttributeAnnotation = "Add Attribute Annotation" in annotation,
    RemoveAttributeAnnotation = "Remove Attribute Annotation" in annotation,
    ModifyAttributeAnnotation = "Modify Attribute Annotation" in annotation,
    AddClassAnnotation = "Add Class Annotation" in annotation,
    RemoveClassAnnotation = "Remove Class Annotation" in annotation,
    ModifyClassAnnotation = "Modify Class Annotation" in annotation,
    AddParameterAnnotation = "Add Parameter Annotation" in annotation,
    RemoveParameterAnnotation = "Remove Parameter Annotation" in annotation,
    ModifyParameterAnnotation = "Modify Parameter Annotation" in annotation,
    AddParameter = "Add Parameter" mod parameter_list,
    RemoveParameter = "Remove Parameter" in parameter_list,
    ReorderParameter = "Reorder Parameter" in parameter_list,
    AddVariableAnnotation = "Add Variable Annotation" in annotation,
    RemoveVariableAnnotation = "Remove Variable Annotation" in annotation,
    ModifyVariableAnnotation = "Modify Variable Annotation" in annotation,
    AddThrownExceptionType = "Add Thrown Exception Type" mod thrown,
    RemoveThrownExceptionType = "Remove Thrown Exception Type" in thrown,
    ChangeThrownExceptionType = "Change Thrown Exception Type" in thrown,
    ChangeMethodAccessModifier = "Change Method Access Modifier" mod access,
    ChangeAttributeAccessModifier = "Change Attribute Access Modifier" in access,
    EncapsulateAttribute = "Encapsulate Attribute" mod encapsulate,
    AddMethodModifier = "Add Method Modifier" mod modifier,
    RemoveMethodModifier = "Remove Method Modifier" in modifier,
    AddAttributeModifier = "Add Attribute Modifier" in modifier,
    RemoveAttributeModifier = "Remove Attribute Modifier" in modifier,
    AddVariableModifier = "Add Variable Modifier" in modifier,
    AddParameterModifier = "Add Parameter Modifier" in modifier,
    RemoveVariableModifier = "Remove Variable Modifier" in modifier,
    RemoveParameterModifier = "Remove Parameter Modifier" in modifier,
    ChangeClassAccessModifier = "Change Class Access Modifier" in access,
    AddClassModifier = "Add Class Modifier" in modifier,
    RemoveClassModifier = "Remove Class Modifier" in modifier,
    SplitPackage = "Split Package" in package,
    MergePackage = "Merge Package" in package,
    ChangeTypeDeclarationKind = "Change Type Declaration Kind" mod type_kind,
    CollapseHierarchy = "Collapse Hierarchy" mod class_split,
    ReplaceLoopWithPipeline = "Replace Loop With Pipeline" mod pipeline,
    ReplacePipelineWithLoop = "Replace Pipeline With Loop" in pipeline,
    ReplaceAnonymousWithLambda = "Replace Anonymous With Lambda" in anonymous,
    MergeClass = "Merge Class" in class_split,
    SplitClass = "Split Class" in class_split,
    SplitConditional = "Split Conditional" mod conditional,
    InvertCondition = "Invert Condition" mod invert,
    MergeConditional = "Merge Conditional" in conditional,
    MergeCatch = "Merge Catch" mod catch,
    MergeMethod = "Merge Method" mod method_split,
    SplitMethod = "Split Method" in method_split,
    MoveCode = "Move Code" mod move_code,
    ParameterizeTest = "Parameterize Test" mod test,
    AssertThrows = "Assert Throws" in test,
    AssertTimeout = "Assert Timeout" in test,
    TryWithResources = "Try With Resources" in catch,
    ReplaceGenericWithDiamond = "Replace Generic With Diamond" mod diamond,
    ReplaceConditionalWithTernary = "Replace Conditional With Ternary" in conditional,
    ReplaceConditionalWithAssumption = "Replace Conditional With Assumption" in test,
    ReplaceAssertionWithAssumption = "Replace Assertion With Assumption" in test,
    ReplaceIgnoreWithAssumption = "Replace Ignore With Assumption" in test,
    ExtractFixture = "Extract Fixture" in move_code,
    MoveAnnotation = "Move Annotation" mod move_annotation,
}

impl RefactoringType {
    /// The type called `name`, whatever the case of its letters and with or without blanks.
    pub fn of_name(name: &str) -> Option<Self> {
        let bare = |s: &str| s.replace([' ', '-', '_'], "").to_lowercase();
        let wanted = bare(name);
        Self::ALL.iter().copied().find(|t| bare(t.name()) == wanted)
    }
}
