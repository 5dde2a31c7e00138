//! The names of the refactoring types: one list.

macro_rules! types {
    ($($variant:ident = $name:literal,)*) => {
        /// What kind of refactoring a finding is.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub enum RefactoringType {
            $($variant,)*
        }

        impl RefactoringType {
            /// In the order in which reports list them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

types! {
    ExtractMethod = "Extract Method",
    RenameClass = "Rename Class",
    MoveAttribute = "Move Attribute",
    MoveAndRenameAttribute = "Move And Rename Attribute",
    ReplaceAttribute = "Replace Attribute",
    RenameMethod = "Rename Method",
    InlineMethod = "Inline Method",
    MoveMethod = "Move Method",
    MoveAndRenameMethod = "Move And Rename Method",
    PullUpMethod = "Pull Up Method",
    MoveClass = "Move Class",
    MoveAndRenameClass = "Move And Rename Class",
    MoveSourceFolder = "Move Source Folder",
    PullUpAttribute = "Pull Up Attribute",
    PushDownAttribute = "Push Down Attribute",
    PushDownMethod = "Push Down Method",
    ExtractInterface = "Extract Interface",
    ExtractSuperclass = "Extract Superclass",
    ExtractSubclass = "Extract Subclass",
    ExtractClass = "Extract Class",
    ExtractAndMoveMethod = "Extract And Move Method",
    MoveAndInlineMethod = "Move And Inline Method",
    ReplaceAnonymousWithClass = "Replace Anonymous With Class",
    RenamePackage = "Rename Package",
    MovePackage = "Move Package",
    ExtractVariable = "Extract Variable",
    ExtractAttribute = "Extract Attribute",
    InlineVariable = "Inline Variable",
    InlineAttribute = "Inline Attribute",
    RenameVariable = "Rename Variable",
    RenameParameter = "Rename Parameter",
    RenameAttribute = "Rename Attribute",
    MergeVariable = "Merge Variable",
    MergeParameter = "Merge Parameter",
    MergeAttribute = "Merge Attribute",
    SplitVariable = "Split Variable",
    SplitParameter = "Split Parameter",
    SplitAttribute = "Split Attribute",
    ReplaceVariableWithAttribute = "Replace Variable With Attribute",
    ReplaceAttributeWithVariable = "Replace Attribute With Variable",
    ParameterizeVariable = "Parameterize Variable",
    LocalizeParameter = "Localize Parameter",
    ParameterizeAttribute = "Parameterize Attribute",
    ChangeReturnType = "Change Return Type",
    ChangeVariableType = "Change Variable Type",
    ChangeParameterType = "Change Parameter Type",
    ChangeAttributeType = "Change Attribute Type",
    AddMethodAnnotation = "Add Method Annotation",
    RemoveMethodAnnotation = "Remove Method Annotation",
    ModifyMethodAnnotation = "Modify Method Annotation",
    AddAttributeAnnotation = "Add Attribute Annotation",
    RemoveAttributeAnnotation = "Remove Attribute Annotation",
    ModifyAttributeAnnotation = "Modify Attribute Annotation",
    AddClassAnnotation = "Add Class Annotation",
    RemoveClassAnnotation = "Remove Class Annotation",
    ModifyClassAnnotation = "Modify Class Annotation",
    AddParameterAnnotation = "Add Parameter Annotation",
    RemoveParameterAnnotation = "Remove Parameter Annotation",
    ModifyParameterAnnotation = "Modify Parameter Annotation",
    AddParameter = "Add Parameter",
    RemoveParameter = "Remove Parameter",
    ReorderParameter = "Reorder Parameter",
    AddVariableAnnotation = "Add Variable Annotation",
    RemoveVariableAnnotation = "Remove Variable Annotation",
    ModifyVariableAnnotation = "Modify Variable Annotation",
    AddThrownExceptionType = "Add Thrown Exception Type",
    RemoveThrownExceptionType = "Remove Thrown Exception Type",
    ChangeThrownExceptionType = "Change Thrown Exception Type",
    ChangeMethodAccessModifier = "Change Method Access Modifier",
    ChangeAttributeAccessModifier = "Change Attribute Access Modifier",
    EncapsulateAttribute = "Encapsulate Attribute",
    AddMethodModifier = "Add Method Modifier",
    RemoveMethodModifier = "Remove Method Modifier",
    AddAttributeModifier = "Add Attribute Modifier",
    RemoveAttributeModifier = "Remove Attribute Modifier",
    AddVariableModifier = "Add Variable Modifier",
    AddParameterModifier = "Add Parameter Modifier",
    RemoveVariableModifier = "Remove Variable Modifier",
    RemoveParameterModifier = "Remove Parameter Modifier",
    ChangeClassAccessModifier = "Change Class Access Modifier",
    AddClassModifier = "Add Class Modifier",
    RemoveClassModifier = "Remove Class Modifier",
    SplitPackage = "Split Package",
    MergePackage = "Merge Package",
    ChangeTypeDeclarationKind = "Change Type Declaration Kind",
    CollapseHierarchy = "Collapse Hierarchy",
    ReplaceLoopWithPipeline = "Replace Loop With Pipeline",
    ReplacePipelineWithLoop = "Replace Pipeline With Loop",
    ReplaceAnonymousWithLambda = "Replace Anonymous With Lambda",
    MergeClass = "Merge Class",
    SplitClass = "Split Class",
    SplitConditional = "Split Conditional",
    InvertCondition = "Invert Condition",
    MergeConditional = "Merge Conditional",
    MergeCatch = "Merge Catch",
    MergeMethod = "Merge Method",
    SplitMethod = "Split Method",
    MoveCode = "Move Code",
    ParameterizeTest = "Parameterize Test",
    AssertThrows = "Assert Throws",
    AssertTimeout = "Assert Timeout",
    TryWithResources = "Try With Resources",
    ReplaceGenericWithDiamond = "Replace Generic With Diamond",
    ReplaceConditionalWithTernary = "Replace Conditional With Ternary",
    ReplaceConditionalWithAssumption = "Replace Conditional With Assumption",
    ReplaceAssertionWithAssumption = "Replace Assertion With Assumption",
    ReplaceIgnoreWithAssumption = "Replace Ignore With Assumption",
    ExtractFixture = "Extract Fixture",
    MoveAnnotation = "Move Annotation",
}

impl RefactoringType {
    /// The type called `name`, whatever the case of its letters and with or without blanks.
    pub fn of_name(name: &str) -> Option<Self> {
        let bare = |s: &str| s.replace([' ', '-', '_'], "").to_lowercase();
        let wanted = bare(name);
        Self::ALL.iter().copied().find(|t| bare(t.name()) == wanted)
    }
}
